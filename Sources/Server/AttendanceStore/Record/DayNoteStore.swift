package import Attendance
import Postgres

/// Notes on people's days. They are outside of the log. A change adds a row and leaves the earlier ones.
package struct DayNoteStore: Sendable {
    let pool: PostgresPool

    /// The notes on the days of a period, by person; those of a person by day, then earliest first.
    /// - Parameter replaced: whether earlier notes are included, and removals, whose text is empty.
    package func notes(
        of people: [PersonID], in period: ClosedRange<CivilDate>, replaced: Bool = false
    ) async throws -> [PersonID: [DayNote]] {
        var notes: [PersonID: [DayNote]] = [:]
        let rows = try await pool.query(
            "Record/day_notes",
            [
                "people": people, "first": period.lowerBound.dayNumber, "last": period.upperBound.dayNumber,
                "all": replaced,
            ])
        for row in rows {
            let person: PersonID = try row.get("person_id")
            notes[person, default: []].append(try DayNote(row))
        }
        return notes
    }

    /// The notes on a person's days of a period, by day, then earliest first.
    /// - Parameter replaced: whether earlier notes are included, and removals, whose text is empty.
    package func notes(
        of person: PersonID, in period: ClosedRange<CivilDate>, replaced: Bool = false
    ) async throws -> [DayNote] {
        try await notes(of: [person], in: period, replaced: replaced)[person] ?? []
    }

    /// Writes a note in place of the person's own, or of HR's. A text that holds already is not stored again. The caller checks the
    /// author's permission.
    /// - Parameters:
    ///   - text: at most ``DayNote/longest`` scalars; empty: removes the note.
    ///   - row: a row of the day. The day's notes are deleted with the records of the office of the first one.
    package func write(
        _ text: String, on row: DailyRow.Key, of person: PersonID, by author: PersonID, now: Instant
    ) async throws {
        try await pool.query(
            "Record/insert_day_note",
            [
                "person": person, "day": row.date.dayNumber, "office": row.office, "author": author, "text": text,
                "now": PostgresTimestamp(now),
            ])
    }
}
