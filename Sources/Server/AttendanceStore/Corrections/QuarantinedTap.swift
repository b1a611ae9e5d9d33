package import Attendance
package import FoundationEssentials
import Postgres

/// A quarantined tap. It is released by a restoration, voided, or amended with a new instant.
package struct QuarantinedTap: Sendable, Equatable {
    package let id: UUID
    package let person: PersonID
    package let userName: String
    package let displayName: String
    package let kind: TapKind
    package let at: Instant
    package let atSent: String
    package let office: OfficeID
    package let receivedAt: Instant
    package let why: QuarantineReason
    package let desk: String?
    /// The reader's name; nil for a phone.
    package let reader: String?
    /// Whether the person made the tap on the own page, without a tag.
    package let isWithoutTag: Bool
}
