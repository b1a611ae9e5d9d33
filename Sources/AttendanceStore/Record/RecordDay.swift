package import Attendance
import Postgres

/// A daily row with what it was concluded from: a day as it is shown to whoever may see it.
package struct RecordDay: Sendable, Equatable {
    package let row: DailyRow
    /// By start; those that the row sums up, or begins to.
    package let sessions: [Session]
    /// In the order of the record. A tap stands with its session, also where that goes on over the day boundary; one that
    /// does not count, where the row mentions it.
    package let events: [EventHistory]
    /// The office's clock on that day.
    package let zone: TimeZoneRules
}
