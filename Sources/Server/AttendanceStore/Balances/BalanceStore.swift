package import Attendance
package import Hours
import Postgres

/// Derives people's hours from facts and record. Nothing derived is stored.
package struct BalanceStore: Sendable {
    let pool: PostgresPool
    let commonFacts: CommonFactCache

    /// A person's days from the first fact or work until `last`; nil: no schedule exists.
    /// - Parameters:
    ///   - last: the last day to derive. Days after yesterday, by the clock of the person's office at `instant`, are planned ones.
    ///   - seq: the number of the latest record that counts, which makes the result repeatable; nil: all count.
    package func hours(
        of person: PersonID, until last: CivilDate, asOf instant: Instant, zones: TimeZoneDatabase, at seq: Int64? = nil
    ) async throws -> PersonHours? {
        if try await commonFacts.facts().isEmpty { return nil }
        let (seq, common, offices) = try await state(at: seq, zones, asOf: instant)
        let facts = PersonFacts(try await HoursStore(pool: pool).facts(of: person).until(seq))
        let through = offices.lastDay { facts.office(on: $0) }
        let work = try await RecordStore(pool: pool).work(
            of: person, in: RecordStore.firstDay...max(last, through, RecordStore.firstDay), asOf: instant, zones: zones,
            at: seq)
        return Self.hours(person, facts, common, work, through: through, until: last)
    }

    /// The seconds that a person owes on a day by work (``PersonDays/owed(by:_:on:)``); nil: no schedule applies on it.
    /// - Parameter work: all of the day.
    package func owed(by person: PersonID, on work: DayWork) async throws -> Int64? {
        let common = try await commonFacts.facts()
        if common.isEmpty { return nil }
        let facts = PersonFacts(try await HoursStore(pool: pool).facts(of: person).map(\.fact))
        return PersonDays.owed(by: facts, common, on: work)
    }

    /// Calls `body` with the days of each of these people, ordered by id, including people who left. Holds the days of one person at
    /// a time; nothing is called if no schedule exists.
    /// - Parameters:
    ///   - people: nil: all.
    ///   - stretches: whether the warnings that need the intervals of work are wanted.
    package func withHours(
        of people: [PersonID]?, until last: CivilDate, asOf instant: Instant, zones: TimeZoneDatabase, at seq: Int64? = nil,
        _ settled: SettledWork = SettledWork(), stretches: Bool = false, _ body: (PersonHours) async throws -> Void
    ) async throws {
        if try await commonFacts.facts().isEmpty { return }
        let (seq, common, offices) = try await state(at: seq, zones, asOf: instant)
        var facts: [PersonID: PersonFacts] = [:]
        try await HoursStore(pool: pool).withFacts(of: people) { facts[$0] = PersonFacts($1.until(seq)) }
        try await RecordStore(pool: pool).withWork(
            settled, of: people, stretches: stretches, asOf: instant, zones: zones, at: seq
        ) { person, work in
            let own = facts.removeValue(forKey: person) ?? PersonFacts()
            let through = offices.lastDay { own.office(on: $0) }
            let days = work.days(until: max(last, through))
            try await body(Self.hours(person, own, common, days, through: through, until: last))
        }
    }

    /// Reads the settled work of all people into memory. Nothing is read if no schedule exists.
    package func readWork(_ settled: SettledWork, asOf instant: Instant, zones: TimeZoneDatabase) async throws {
        if try await commonFacts.facts().isEmpty { return }
        try await RecordStore(pool: pool).withWork(settled, of: nil, stretches: false, asOf: instant, zones: zones) { _, _ in }
    }

    /// The latest record, unless one is given, with the common facts and the offices then. What is read up to it fits together.
    private func state(
        at seq: Int64?, _ zones: TimeZoneDatabase, asOf instant: Instant
    ) async throws -> (seq: Int64, CommonFacts, OfficeDays) {
        let head = if let seq { seq } else { try await pool.query("Ledger/ledger_head")[0].get("seq", as: Int64.self) }
        let clocks = try OfficeClocks(try await pool.query("Offices/office_settings", ["seq": head]), zones)
        return (head, try await commonFacts.facts(at: head), OfficeDays(clocks.versions, clocks.calendars, at: instant))
    }

    private static func hours(
        _ person: PersonID, _ facts: PersonFacts, _ common: CommonFacts, _ work: [DayWork], through: CivilDate,
        until last: CivilDate
    ) -> PersonHours {
        PersonHours(
            person: person, facts: facts, common: common,
            days: PersonDays(of: facts, common, work: work, through: through, to: max(last, through)))
    }
}
