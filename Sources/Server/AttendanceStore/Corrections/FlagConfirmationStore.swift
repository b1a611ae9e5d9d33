package import Attendance
package import FoundationEssentials
import Postgres

/// Confirmations of flags. They are outside of the log: pages leave out confirmed flags, exports keep them.
package struct FlagConfirmationStore: Sendable {
    let pool: PostgresPool

    /// The confirmed doubts about days of a period, of all people, for ``DailyRow/confirmed(by:)``.
    package func confirmedDoubts(in period: ClosedRange<CivilDate>) async throws -> Set<String> {
        let rows = try await pool.query(
            "Corrections/confirmed_doubts", ["first": period.lowerBound.dayNumber, "last": period.upperBound.dayNumber])
        return Set(try rows.map { try $0.get("doubt") })
    }

    /// The confirmations in force for a person's days, by day, then earliest first.
    /// - Parameter withdrawn: whether those that were taken back are included.
    package func confirmations(
        of person: PersonID, in period: ClosedRange<CivilDate>, withdrawn: Bool = false
    ) async throws -> [FlagConfirmation] {
        try await pool.query(
            "Corrections/flag_confirmations_of_person",
            [
                "person": person, "first": period.lowerBound.dayNumber, "last": period.upperBound.dayNumber, "all": withdrawn,
            ]
        ).map(FlagConfirmation.init)
    }

    /// Stores a confirmation. The caller checks the author's permission.
    /// - Parameters:
    ///   - row: the day with the doubts to confirm; it has one at least.
    ///   - reason: not blank, at most 1,000 characters.
    /// - Returns: whether it is stored. False: one has this id already, maybe one that was taken back, and stays as it is.
    package func confirm(
        _ row: DailyRow, of person: PersonID, as id: UUID, by author: PersonID, reason: String, now: Instant
    ) async throws -> Bool {
        try await !pool.query(
            "Corrections/insert_flag_confirmation",
            [
                "id": id, "person": person, "day": row.key.date.dayNumber, "office": row.key.office,
                "doubts": row.doubts.map(\.text), "author": author, "reason": reason, "now": PostgresTimestamp(now),
            ]
        ).isEmpty
    }

    /// Takes a confirmation back.
    /// - Returns: its day; nil if the person has none with this id in force.
    package func withdraw(_ id: UUID, of person: PersonID, by author: PersonID, now: Instant) async throws -> CivilDate? {
        let rows = try await pool.query(
            "Corrections/withdraw_flag_confirmation",
            ["id": id, "person": person, "author": author, "now": PostgresTimestamp(now)])
        return try rows.first.map { CivilDate(daysSince1970: try $0.get("day")) }
    }
}
