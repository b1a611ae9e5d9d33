package import Attendance
import Postgres

/// That somebody read a record, for those who look after that.
package struct ListedAccess: Sendable, Equatable {
    package enum Whose: Sendable, Equatable {
        case person(userName: String, displayName: String)
        /// Everybody's of an office.
        case office(String)
        case everybody
    }

    package let at: Instant
    package let viewerUser: String
    package let viewerName: String
    package let whose: Whose
    package let period: ClosedRange<CivilDate>
    package let purpose: String
}
