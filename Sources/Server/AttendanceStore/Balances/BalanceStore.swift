package import Attendance
import Hours
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
        let (seq, common, calendars) = try await state(at: seq, zones)
        let facts = PersonFacts(try await HoursStore(pool: pool).facts(of: person).until(seq))
        let through = Self.lastDay(of: facts, asOf: instant, calendars)
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
        let (seq, common, calendars) = try await state(at: seq, zones)
        var facts: [PersonID: PersonFacts] = [:]
        try await HoursStore(pool: pool).withFacts(of: people) { facts[$0] = PersonFacts($1.until(seq)) }
        let end = max(last, CivilDate(daysSince1970: instant.seconds / 86_400 + 1), RecordStore.firstDay)
        try await RecordStore(pool: pool).withWork(
            settled, of: people, in: RecordStore.firstDay...end, stretches: stretches, asOf: instant, zones: zones, at: seq
        ) { person, work in
            let own = facts.removeValue(forKey: person) ?? PersonFacts()
            let through = Self.lastDay(of: own, asOf: instant, calendars)
            try await body(Self.hours(person, own, common, work, through: through, until: last))
        }
    }

    /// The latest record, unless one is given, with the common facts and the calendars then. What is read up to it fits together.
    private func state(
        at seq: Int64?, _ zones: TimeZoneDatabase
    ) async throws -> (seq: Int64, CommonFacts, OfficeCalendars) {
        let head = if let seq { seq } else { try await pool.query("Ledger/ledger_head")[0].get("seq", as: Int64.self) }
        let clocks = try OfficeClocks(try await pool.query("Offices/office_settings", ["seq": head]), zones)
        return (head, try await commonFacts.facts(at: head), clocks.calendars)
    }

    private static func hours(
        _ person: PersonID, _ facts: PersonFacts, _ common: CommonFacts, _ work: [DayWork], through: CivilDate,
        until last: CivilDate
    ) -> PersonHours {
        PersonHours(
            person: person, facts: facts, common: common,
            days: PersonDays(of: facts, common, work: work, through: through, to: max(last, through)))
    }

    /// The last day that is over, by the clock of the office of that day; for a person who is not employed, by UTC.
    private static func lastDay(of facts: PersonFacts, asOf instant: Instant, _ calendars: OfficeCalendars) -> CivilDate {
        var calendars = calendars
        let today = CivilDate(daysSince1970: instant.seconds / 86_400)
        func isOver(_ date: CivilDate) -> Bool {
            let office = facts.office(on: date).flatMap { Int64($0) }.map { OfficeID($0) }
            guard let office, calendars.contains(office) else { return date < today }
            return date < calendars[office].workingDay(at: instant.seconds).date
        }
        // No clock is a day or more ahead of UTC, and no working day begins more than a day after its date.
        return (-2...1).reversed().map { today.adding(days: $0) }.first(where: isOver) ?? today.adding(days: -3)
    }
}
