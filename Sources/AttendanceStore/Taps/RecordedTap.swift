package import Attendance
import Postgres

/// A tap as it stands in the log, for the person who made it.
package struct RecordedTap: Sendable, Equatable {
    package let kind: TapKind
    package let at: Instant
    package let desk: String?
    /// The office it belongs to.
    package let office: Int64
    package let officeName: String
    /// Why the desk cannot be used now, where it can't.
    package let outOfService: String?
    /// Of the office it belongs to, on that day: an IANA name.
    package let timeZone: String
    package let quarantine: QuarantineReason?
    /// What its office asks of a start by now.
    package let requirement: StartRequirement
}
