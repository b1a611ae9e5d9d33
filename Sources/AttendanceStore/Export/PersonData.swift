package import Attendance
import FoundationEssentials
import Postgres

/// Everything the record holds of one person, for that person: what they tapped, what was made of it and by whom, who has read
/// it, and what proves it.
package struct PersonData: Sendable {
    package let person: Person
    package let office: String
    package let stamp: ExportStamp
    /// Of all days.
    package let record: PeriodRecord
    /// All events with their corrections, in the order of the record.
    package let events: [EventHistory]
    /// Who read it, the latest first.
    package let accesses: [LoggedAccess]
    /// The ledger's entries of all this, in their order.
    package let proofs: [Proof]

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
            accesses: try await accesses(to: person.id, limit: 1_000_000), proofs: try await proofs(of: person.id),
            offices: Dictionary(uniqueKeysWithValues: offices.map { ($0.id, $0) }), calendars: try await calendars(zones))
    }

    private func proofs(of person: Int64) async throws -> [PersonData.Proof] {
        try await pool.query("ledger_page", Int64(0), Int64.max, person).map { row in
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
