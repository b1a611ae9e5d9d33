package import Attendance
import FoundationEssentials
import Postgres

/// Everything that is stored about one person, for the person's own export.
package struct PersonDataStore: Sendable {
    let pool: PostgresPool
    let commonFacts: CommonFactCache

    /// All stored data of a person, up to the current head of the log.
    package func data(of person: Person, asOf instant: Instant, zones: TimeZoneDatabase) async throws -> PersonData {
        let stamp = try await ExportStore(pool: pool).exportStamp(asOf: instant, zones: zones)
        let always = CivilDate(daysSince1970: -700_000)...CivilDate(daysSince1970: 2_900_000)
        guard let record = try await RecordStore(pool: pool).record(of: person.id, in: always, asOf: instant, zones: zones)
        else {
            throw StoreError.unknownPerson(person.userName)
        }
        let offices = try await OfficeStore(pool: pool).offices()
        let account = try await PeopleStore(pool: pool).account(userName: person.userName).account
        let hours = try await BalanceStore(pool: pool, commonFacts: commonFacts).hours(
            of: person.id, until: RecordStore.firstDay, asOf: instant, zones: zones, at: stamp.head.seq)
        let balances = hours.map { $0.hasSchedule ? $0.days.days.filter(\.isListed) : [] } ?? []
        let teams = balances.isEmpty ? [] : try await TeamStore(pool: pool).teams()
        return PersonData(
            person: person, office: offices.first { $0.id == person.office }?.name ?? "",
            details: account.details, lastDay: account.lastDay, stamp: stamp,
            record: record,
            events: try await RecordStore(pool: pool).history(of: person.id, in: always, zones: zones),
            requests: try await RequestStore(pool: pool).requests(of: person.id, limit: .max).filter {
                $0.personID == person.id
            },
            confirmations: try await FlagConfirmationStore(pool: pool).confirmations(
                of: person.id, in: always, withdrawn: true),
            notes: try await DayNoteStore(pool: pool).notes(of: person.id, in: always, replaced: true),
            badges: try await badges(of: person.id), identities: try await identities(of: person.id),
            provisioned: try await provisioned(of: person.id),
            accesses: try await AuditStore(pool: pool).accesses(to: person.id, limit: 1_000_000),
            proofs: try await proofs(of: person.id),
            names: try await facts(of: person.id, in: "Ledger/names_of_person"),
            hours: try await facts(of: person.id, in: "Hours/openings_of_person") { row in
                guard let reason: String = try row.getIfPresent("reason") else { return nil }
                return PersonData.Opening(salt: try row.bytes("reason_salt"), content: Array(reason.utf8))
            },
            balances: balances,
            warningNotes: try await WarningNoteStore(pool: pool).notes(of: person.id, in: always),
            reminders: try await reminders(of: person.id, in: always),
            offices: Dictionary(uniqueKeysWithValues: offices.map { ($0.id, $0) }),
            teams: Dictionary(uniqueKeysWithValues: teams.map { ($0.id, $0.name) }),
            calendars: try await OfficeSettingsStore(pool: pool).calendars(zones))
    }

    private func badges(of person: PersonID) async throws -> [PersonData.StoredBadge] {
        try await pool.query("Badges/badges_of_person", ["person": person]).map { row in
            PersonData.StoredBadge(
                kind: try row.choice("kind"), enrolledAt: try row.instant("enrolled_at"),
                reader: try row.getIfPresent("reader"), removedAt: try row.instantIfPresent("removed_at"))
        }
    }

    private func reminders(
        of person: PersonID, in period: ClosedRange<CivilDate>
    ) async throws -> PersonData.Reminders {
        let store = ReminderStore(pool: pool)
        let questions = try await store.questions(of: [person], in: period)[person] ?? [:]
        return PersonData.Reminders(
            preference: try await store.preference(of: person), devices: try await store.devices(of: person),
            messages: try await store.messages(to: person, limit: .max),
            questions: questions.values.sorted { $0.key < $1.key })
    }

    private func identities(of person: PersonID) async throws -> [PersonData.Identity] {
        try await pool.query("SignIn/identities_of_person", ["person": person]).map { row in
            PersonData.Identity(
                issuer: try row.get("issuer"), subject: try row.get("subject"), linkedAt: try row.instant("linked_at"))
        }
    }

    private func provisioned(of person: PersonID) async throws -> PersonData.Provisioned? {
        try await pool.query("People/provisioned_of_person", ["person": person]).first.map { row in
            PersonData.Provisioned(externalID: try row.getIfPresent("external_id"), name: try ProvisionedName(row))
        }
    }

    private func facts(
        of person: PersonID, in query: PostgresQuery, reason: (PostgresRow) throws -> PersonData.Opening? = { _ in nil }
    ) async throws -> [PersonData.RecordedFact] {
        try await pool.query(query, ["person": person]).map { row in
            let content = try row.get("content", as: String.self)
            return PersonData.RecordedFact(
                seq: try row.get("seq"), recordedAt: try row.instant("received_at"),
                opening: PersonData.Opening(salt: try row.bytes("salt"), content: Array(content.utf8)), reason: try reason(row))
        }
    }

    private func proofs(of person: PersonID) async throws -> [PersonData.Proof] {
        try await pool.query("Ledger/ledger_page", ["after": Int64(0), "person": person, "limit": Int64.max]).map { row in
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
