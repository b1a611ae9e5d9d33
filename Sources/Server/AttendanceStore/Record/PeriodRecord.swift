package import Attendance

/// A person's record of a period.
package struct PeriodRecord: Sendable {
    package let person: PersonID
    package let userName: String
    package let displayName: String
    /// The rows of the period's working days, by day and office.
    package internal(set) var rows: [DailyRow]
    /// The sessions that began on the period's working days, by start.
    package internal(set) var sessions: [Session]
    /// Pauses and ends of the period without an open session.
    package let unmatchedTaps: [UnmatchedTap]
    /// The split sessions that began before the period and last until it, by start.
    package var continued: [Session] = []
}
