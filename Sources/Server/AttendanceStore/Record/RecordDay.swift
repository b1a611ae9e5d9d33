package import Attendance
import Postgres

/// A daily row with the sessions and events from which it is derived.
package struct RecordDay: Sendable, Equatable {
    package let row: DailyRow
    /// The sessions that began on this day, by start. If sessions are split, the row may contain only their first parts.
    package let sessions: [Session]
    /// The breaks and ends without an open session.
    package let unmatchedTaps: [UnmatchedTap]
    /// In the order of the record. A tap that counts is listed on the day of its session, even if the tap is after the day
    /// boundary. Another tap is listed where a row mentions it.
    package let events: [EventHistory]
    /// The office's time zone on this day.
    package let zone: TimeZoneRules
}
