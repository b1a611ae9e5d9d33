import Attendance
import AttendanceStore
import Localization

/// A badge on the page of a person's account.
struct BadgeRow: Sendable {
    let kind, enrolled, removeAddress: String
    let reader: String?

    /// - Parameter badges: the address of the person's badges.
    init(_ badge: Badge, below badges: String, _ clock: LocalClock) {
        kind = localized("account.badge.\(badge.kind)")
        enrolled = clock.dayAndTime(badge.enrolledAt.seconds)
        removeAddress = "\(badges)/\(badge.id)/remove"
        reader = badge.reader
    }
}

/// A reader that waits for a person's new badge.
struct WaitingReader: Sendable {
    let reader, until: String

    init(_ enrolment: (reader: String, until: Instant), _ clock: LocalClock) {
        (reader, until) = (enrolment.reader, clock.time(enrolment.until.seconds))
    }
}
