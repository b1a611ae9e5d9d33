package import Attendance
import Postgres

/// An access as the access log page shows it.
package struct ListedAccess: Sendable, Equatable {
    package enum Subject: Sendable, Equatable {
        case person(userName: String, displayName: String)
        /// All people of an office.
        case office(String)
        case everybody
    }

    package let at: Instant
    package let viewerUser: String
    package let viewerName: String
    package let subject: Subject
    package let period: ClosedRange<CivilDate>
    package let purpose: String
}
