package import Attendance
import Postgres

/// A recorded tap, for its person.
package struct RecordedTap: Sendable, Equatable {
    package let kind: TapKind
    package let at: Instant
    package let desk: String?
    /// The office it belongs to.
    package let office: OfficeID
    package let officeName: String
    /// Why the desk is out of service now; nil: it can be used.
    package let outOfService: String?
    /// The time zone of the office on that day: an IANA name.
    package let timeZone: String
    package let quarantine: QuarantineReason?
    /// Why the tag is suspicious; nil: it is not.
    package let flag: TagFlag?
    /// What the office requires of a start now.
    package let requirement: StartRequirement
    /// Whether it is one of the person's first three taps.
    package let isAmongFirst: Bool
}
