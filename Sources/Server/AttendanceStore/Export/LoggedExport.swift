package import Attendance
import Postgres

/// A complete download of the daily rows of an office, a team or all people.
package struct LoggedExport: Sendable, Equatable {
    package let at: Instant
    /// The person who downloaded it.
    package let person: PersonID
    package let displayName: String
    /// The state of the log in the file.
    package let state: RecordState
}

extension ExportStore {
    /// Logs a complete download of daily rows.
    /// - Parameter filter: the people in it.
    /// - Precondition: `filter` has no user names, which the log does not keep.
    package func log(
        _ filter: PeopleFilter, of period: ClosedRange<CivilDate>, in state: RecordState, by person: PersonID, now: Instant
    ) async throws {
        precondition(filter.users.isEmpty, "an export of people by name is not logged")
        try await pool.query(
            "Export/insert_export",
            [
                "now": PostgresTimestamp(now), "person": person, "office": filter.office, "team": filter.team,
                "first_day": period.lowerBound.dayNumber, "last_day": period.upperBound.dayNumber, "head": state.seq,
                "as_of": PostgresTimestamp(state.asOf),
            ])
    }

    /// The latest logged download of exactly this period and these people; nil: there is none.
    package func latestExport(_ filter: PeopleFilter, of period: ClosedRange<CivilDate>) async throws -> LoggedExport? {
        try await pool.query(
            "Export/latest_export",
            [
                "office": filter.office, "team": filter.team, "first_day": period.lowerBound.dayNumber,
                "last_day": period.upperBound.dayNumber,
            ]
        ).first.map { row in
            LoggedExport(
                at: try row.instant("at"), person: try row.get("person_id"), displayName: try row.get("display_name"),
                state: RecordState(seq: try row.get("head"), asOf: try row.instant("as_of")))
        }
    }
}
