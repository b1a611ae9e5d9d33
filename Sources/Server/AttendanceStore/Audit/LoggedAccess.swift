package import Attendance
import Postgres

/// An access to a person's record, as that person sees it.
package struct LoggedAccess: Sendable, Equatable {
    package let at: Instant
    package let userName: String
    package let displayName: String
    package let period: ClosedRange<CivilDate>
    package let purpose: String
}
