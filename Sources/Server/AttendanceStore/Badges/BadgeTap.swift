package import Attendance
import FoundationEssentials

/// A tap by a badge, before its person is known.
package struct BadgeTap: Sendable {
    package var reading: BadgeReading
    /// The tap, with a placeholder as its user name.
    package var submission: TapSubmission

    package init(reading: BadgeReading, submission: TapSubmission) {
        self.reading = reading
        self.submission = submission
    }

    var id: UUID { submission.tap.id }
    var at: Instant { submission.tap.at }
    var reader: ReaderID? { submission.reader }

    /// The tap in the name of the badge's owner.
    /// - Parameter isBeforeEnrolment: whether the badge was enrolled after the tap.
    func submission(of userName: String, isBeforeEnrolment: Bool = false) -> TapSubmission {
        var submission = submission
        submission.tap.user = userName
        submission.verification = .knownBadge
        submission.isBeforeEnrolment = isBeforeEnrolment
        return submission
    }
}
