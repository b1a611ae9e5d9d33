package import Attendance
import Postgres

/// A short text about a person's working day, without effect on hours. A day can have two: one by the person and one by HR.
package struct DayNote: Sendable, Equatable {
    /// The longest text, in Unicode scalars.
    package static let longest = 200

    /// The working day, with the office with whose records the note is deleted.
    package let key: DailyRow.Key
    /// Empty: the note before it was removed.
    package let text: String
    package let author: PersonNames
    /// Whether the person wrote it, not HR.
    package let isOwn: Bool
    package let at: Instant

    /// Reads a row of `Record/day_notes`.
    init(_ row: PostgresRow) throws {
        key = DailyRow.Key(date: CivilDate(daysSince1970: try row.get("day")), office: try row.get("office_id"))
        text = try row.get("text")
        author = PersonNames(userName: try row.get("author_user"), displayName: try row.get("author_name"))
        isOwn = try row.get("is_own")
        at = try row.instant("written_at")
    }
}

extension [DayNote] {
    /// The notes on each day, by the first row of the day.
    /// - Parameter rows: all rows of the record, in its order.
    package func byRow(_ rows: [DailyRow.Key]) -> [DailyRow.Key: [DayNote]] {
        let notes = Dictionary(grouping: self, by: \.key.date)
        return Dictionary(uniqueKeysWithValues: rows.firstOfDays.map { date, row in (row, notes[date] ?? []) })
    }
}
