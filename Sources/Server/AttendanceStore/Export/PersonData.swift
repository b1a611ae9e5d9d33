package import Attendance
import FoundationEssentials
package import Hours
import Postgres

/// All stored data of one person, for that person's own export: daily rows, events with corrections, correction requests,
/// badges, identities at providers, accesses to the record, ledger entries, present and earlier names, facts of hours, targets and
/// balances, comments on warnings, and reminders.
package struct PersonData: Sendable {
    package let person: Person
    package let office: String
    package let details: PersonDetails
    /// The day at whose end the person leaves; nil: not set.
    package let lastDay: CivilDate?
    package let stamp: ExportStamp
    /// The daily rows of all days.
    package let record: PeriodRecord
    /// All events with their corrections, ordered as in the record.
    package let events: [EventHistory]
    /// The requests for this person's record, by any asker: open requests first, then the latest.
    package let requests: [CorrectionRequest]
    /// The answers that nothing is missing on a day, also those that were taken back, by day.
    package let confirmations: [FlagConfirmation]
    /// The notes on days, also replaced ones and removals, by day.
    package let notes: [DayNote]
    /// Current and removed badges.
    package let badges: [StoredBadge]
    package let identities: [Identity]
    /// What provisioners stored; nil: nothing.
    package let provisioned: Provisioned?
    /// The accesses to the record, latest first.
    package let accesses: [LoggedAccess]
    /// The ledger entries of the person's records, ordered by number.
    package let proofs: [Proof]
    /// The person's names in the ledger, oldest first.
    package let names: [RecordedFact]
    /// The person's facts of hours in the ledger, in the order of recording.
    package let hours: [RecordedFact]
    /// What was owed and what counts, on each day until yesterday; empty: no schedule applies to the person.
    package let balances: [DayHours]
    /// The comments on warnings, by day.
    package let warningNotes: [WarningNote]
    package let reminders: Reminders

    /// A badge without its UID, of which only a keyed hash is stored.
    package struct StoredBadge: Sendable, Equatable {
        package let kind: BadgeKind
        package let enrolledAt: Instant
        /// The reader of the enrolment; nil after its erasure.
        package let reader: String?
        /// nil: in use.
        package let removedAt: Instant?
    }

    /// The person's choices about reminders, the browsers that show them, the messages, latest first, and the days about which the
    /// person was asked, in order.
    package struct Reminders: Sendable, Equatable {
        package let preference: ReminderPreference
        package let devices: [PushDevice]
        package let messages: [SentReminder]
        package let questions: [DayQuestion]
    }

    /// The person's account at an identity provider.
    package struct Identity: Sendable, Equatable {
        package let issuer: String
        package let subject: String
        package let linkedAt: Instant
    }

    /// A provisioner's own id of the person, and the parts of the name that it sent.
    package struct Provisioned: Sendable, Equatable {
        package let externalID: String?
        package let name: ProvisionedName?
    }

    /// A fact about the person: the names, or a fact of hours.
    package struct RecordedFact: Sendable, Equatable {
        /// The number of the ledger's entry.
        package let seq: Int64
        package let recordedAt: Instant
        /// Opens the commitment of the fact. Its content is JSON: an object of the names, or an array, whose last element is the
        /// commitment of the reason.
        package let opening: Opening
        /// Opens the commitment of a fact's reason; nil: there is none, or it is erased.
        package var reason: Opening?
    }

    /// A ledger entry with the openings of its commitments. A commitment is SHA-256 over salt and content.
    package struct Proof: Sendable, Equatable {
        package let entry: LedgerEntry
        package let time: Opening?
        package let place: Opening?
    }

    package struct Opening: Sendable, Equatable {
        package let salt: [UInt8]
        package let content: [UInt8]
    }

    let offices: [OfficeID: Office]
    let teams: [TeamID: String]
    let calendars: OfficeCalendars
}
