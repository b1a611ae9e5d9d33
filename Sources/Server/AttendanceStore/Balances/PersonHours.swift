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
}
