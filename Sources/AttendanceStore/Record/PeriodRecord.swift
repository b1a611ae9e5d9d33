package import Attendance

/// What a person's log says of a period.
package struct PeriodRecord: Sendable {
    package let person: Int64
    package let userName: String
    package let displayName: String
    /// Of the period's working days, by day and office.
    package let rows: [DailyRow]
    /// That began on the period's working days, by start.
    package let sessions: [Session]
    /// Pauses and ends of the period that found nobody at work.
    package let unmatchedTaps: [UnmatchedTap]
}
