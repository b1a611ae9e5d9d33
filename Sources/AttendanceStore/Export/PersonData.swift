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

extension AttendanceStore {
    /// All that is kept of a person, as the log stands now.
    package func data(of person: Person, asOf instant: Instant, zones: TimeZoneDatabase) async throws -> PersonData {
        let stamp = try await exportStamp(asOf: instant, zones: zones)
        let always = CivilDate(daysSince1970: -700_000)...CivilDate(daysSince1970: 2_900_000)
        guard let record = try await record(of: person.id, in: always, asOf: instant, zones: zones) else {
            throw StoreError.unknownPerson(person.userName)
        }
        let offices = try await offices()
        return PersonData(
            person: person, office: offices.first { $0.id == person.office }?.name ?? "", stamp: stamp, record: record,
            events: try await history(of: person.id, in: always, zones: zones),
            requests: try await requests(of: person.id, limit: .max).filter { $0.personID == person.id },
            badges: try await badges(of: person.id), identities: try await identities(of: person.id),
            accesses: try await accesses(to: person.id, limit: 1_000_000), proofs: try await proofs(of: person.id),
            offices: Dictionary(uniqueKeysWithValues: offices.map { ($0.id, $0) }), calendars: try await calendars(zones))
    }

    private func badges(of person: Int64) async throws -> [PersonData.KeptBadge] {
        try await pool.query("Badges/badges_of_person", person).map { row in
            PersonData.KeptBadge(
                kind: try row.choice(0), enrolledAt: try row.instant(1), reader: try row.getIfPresent(2),
                removedAt: try row.instantIfPresent(3))
        }
    }

    private func identities(of person: Int64) async throws -> [PersonData.Identity] {
        try await pool.query("SignIn/identities_of_person", person).map { row in
            PersonData.Identity(issuer: try row.get(0), subject: try row.get(1), linkedAt: try row.instant(2))
        }
    }

    private func proofs(of person: Int64) async throws -> [PersonData.Proof] {
        try await pool.query("Ledger/ledger_page", Int64(0), Int64.max, person).map { row in
            let row = try LedgerVerification.Row(row)
            func opening(_ salt: [UInt8]?, _ content: CanonicalBytes?) -> PersonData.Opening? {
                guard let salt, let content else { return nil }
                return PersonData.Opening(salt: salt, content: content.bytes)
            }
            return PersonData.Proof(
                entry: row.entry, time: opening(row.timeSalt, row.record?.timeBytes),
                place: opening(row.placeSalt, row.record?.placeBytes))
        }
    }
}
