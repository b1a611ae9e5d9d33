package import Attendance
package import Hours
import Postgres

/// Comments on warnings of people's days. They are outside of the log, and never changed.
package struct WarningNoteStore: Sendable {
    let pool: PostgresPool

    /// A warning of a person's day, with the person's office on that day.
    package struct Warned: Sendable, Equatable {
        package let person: PersonID
        package let office: OfficeID
        package let warning: HoursWarning

        package init(_ person: PersonID, in office: OfficeID, _ warning: HoursWarning) {
            (self.person, self.office, self.warning) = (person, office, warning)
        }
    }

    /// The comments on warnings of the days of a period, by person; those of a person by day, then earliest first.
    package func notes(
        of people: [PersonID], in period: ClosedRange<CivilDate>
    ) async throws -> [PersonID: [WarningNote]] {
        var notes: [PersonID: [WarningNote]] = [:]
        let rows = try await pool.query(
            "Balances/warning_notes",
            ["people": people, "first": period.lowerBound.dayNumber, "last": period.upperBound.dayNumber])
        for row in rows {
            let person: PersonID = try row.get("person_id")
            notes[person, default: []].append(try WarningNote(row))
        }
        return notes
    }

    /// The comments on warnings of a person's days of a period, by day, then earliest first.
    package func notes(of person: PersonID, in period: ClosedRange<CivilDate>) async throws -> [WarningNote] {
        try await notes(of: [person], in: period)[person] ?? []
    }

    /// Writes a comment on warnings. One that has a comment keeps it. The caller checks the author's permission.
    /// - Parameter comment: from 1 to ``WarningNote/longest`` scalars.
    package func write(_ comment: String, on warned: [Warned], by author: PersonID, now: Instant) async throws {
        try await pool.query(
            "Balances/insert_warning_notes",
            [
                "people": warned.map(\.person), "offices": warned.map(\.office),
                "days": warned.map(\.warning.date.dayNumber), "rules": warned.map(\.warning.rule.rawValue),
                "codes": warned.map(\.warning.code.rawValue), "values": warned.map(\.warning.value),
                "limits": warned.map(\.warning.limit), "author": author, "comment": comment, "now": PostgresTimestamp(now),
            ])
    }
}
