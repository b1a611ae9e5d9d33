package import Attendance
import Postgres

/// The same, for the person whose record it is.
package struct LoggedAccess: Sendable, Equatable {
    package let at: Instant
    package let userName: String
    package let displayName: String
    package let period: ClosedRange<CivilDate>
    package let purpose: String
}
