package import Attendance
package import FoundationEssentials
import Postgres

/// The answer of a manager or HR that nothing is missing on a day with flags that only suspect it (``RowFlags/confirmable``).
package struct FlagConfirmation: Sendable, Equatable, Identifiable {
    package let id: UUID
    /// The working day and the office.
    package let key: DailyRow.Key
    /// The confirmed doubts (``Doubt/text``).
    package let doubts: [String]
    package let author: PersonNames
    package let reason: String
    package let at: Instant
    /// nil: it is in force.
    package let withdrawal: Withdrawal?

    package struct Withdrawal: Sendable, Equatable {
        package let by: PersonNames
        package let at: Instant
    }

    /// The names of the flags, sorted.
    package var flags: [String] { Set(doubts.map(Doubt.flag)).sorted() }
}

extension [FlagConfirmation] {
    /// The confirmations by the row of a record at which they are shown. If the office of a confirmation has no row of its day any
    /// more, because the taps were corrected to another office, it is shown at the first row of the day.
    /// - Parameter rows: all rows of the record, in its order.
    package func byRow(_ rows: [DailyRow.Key]) -> [DailyRow.Key: [FlagConfirmation]] {
        let (known, first) = (Set(rows), rows.firstOfDays)
        return Dictionary(grouping: self) { known.contains($0.key) ? $0.key : first[$0.key.date] ?? $0.key }
    }
}

extension FlagConfirmation {
    /// Reads a row of `flag_confirmations_of_person`.
    init(_ row: PostgresRow) throws {
        id = try row.get("id")
        key = DailyRow.Key(date: CivilDate(daysSince1970: try row.get("day")), office: try row.get("office_id"))
        doubts = try row.get("doubts", as: String.self).split(separator: ",").map(String.init)
        author = PersonNames(userName: try row.get("author_user"), displayName: try row.get("author_name"))
        reason = try row.get("reason")
        at = try row.instant("confirmed_at")
        withdrawal = try row.instantIfPresent("withdrawn_at").map { at in
            Withdrawal(
                by: PersonNames(
                    userName: try row.get("withdrawer_user"), displayName: try row.get("withdrawer_name")), at: at)
        }
    }
}
