package import Attendance
import FoundationEssentials
import Postgres

/// A tap by a badge that is nobody's.
package struct UnclaimedTap: Sendable {
    package var reading: BadgeReading
    /// The tap, in nobody's name: what it says of the user is not kept.
    package var submission: TapSubmission

    package init(reading: BadgeReading, submission: TapSubmission) {
        self.reading = reading
        self.submission = submission
    }
}
