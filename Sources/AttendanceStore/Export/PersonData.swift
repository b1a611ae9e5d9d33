package import Attendance
import FoundationEssentials
import Postgres

/// Everything that is kept of one person, for that person: what they tapped, what was made of it and by whom, what was asked to
/// have corrected, their badges, who they are at identity providers, who has read it, and what proves it.
package struct PersonData: Sendable {
    package let person: Person
    package let office: String
    package let stamp: ExportStamp
    /// Of all days.
    package let record: PeriodRecord
    /// All events with their corrections, in the order of the record.
    package let events: [EventHistory]
    /// What they or others asked to have corrected in their record: what is open first, then the latest.
    package let requests: [CorrectionRequest]
    /// Those they have or had.
    package let badges: [KeptBadge]
    package let identities: [Identity]
    /// Who read it, the latest first.
    package let accesses: [LoggedAccess]
    /// The ledger's entries of all this, in their order.
    package let proofs: [Proof]

    /// A badge as it is kept: by what it is read is not known.
    package struct KeptBadge: Sendable, Equatable {
        package let kind: BadgeKind
        package let enrolledAt: Instant
        /// Where it was enrolled; nil once that is forgotten.
        package let reader: String?
        /// When it was taken away; nil: it is theirs.
        package let removedAt: Instant?
    }

    /// Who they are at an identity provider.
    package struct Identity: Sendable, Equatable {
        package let issuer: String
        package let subject: String
        package let linkedAt: Instant
    }

    /// An entry of the ledger with what opens its commitments: SHA-256 over salt and content is the commitment.
    package struct Proof: Sendable, Equatable {
        package let entry: LedgerEntry
        package let time: Opening?
        package let place: Opening?
    }

    package struct Opening: Sendable, Equatable {
        package let salt: [UInt8]
        package let content: [UInt8]
    }

    let offices: [Int64: Office]
    let calendars: OfficeCalendars
}
