package import Attendance
package import Hours

/// A person's days with what they are derived from.
package struct PersonHours: Sendable {
    package let person: PersonID
    package let facts: PersonFacts
    package let common: CommonFacts
    package let days: PersonDays

    /// Whether a schedule applies to the person on some day. Without one, nothing about hours is shown.
    package var hasSchedule: Bool { days.days.contains { $0.conditions.schedule != nil } }

    /// The warnings of days of a period, each with the office of its day; empty without a schedule.
    package func warnings(in period: ClosedRange<CivilDate>) -> [WarningNoteStore.Warned] {
        guard hasSchedule else { return [] }
        return days.warnings(from: period.lowerBound, to: period.upperBound).compactMap { warning in
            // Rules apply to employed people only.
            facts.office(on: warning.date).flatMap { Int64($0) }.map { office in
                WarningNoteStore.Warned(person, in: OfficeID(office), warning)
            }
        }
    }
}
