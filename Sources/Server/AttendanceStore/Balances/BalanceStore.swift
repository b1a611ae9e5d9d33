package import Attendance
import Hours
import Postgres

/// Derives people's hours from facts and record. Nothing derived is stored.
package struct BalanceStore: Sendable {
    let pool: PostgresPool
    let commonFacts: CommonFactCache

    /// Whether a schedule exists, so that somebody can owe time.
    package func hasSchedule() async throws -> Bool { try await !commonFacts.facts().isEmpty }

    /// A person's days from the first fact or work until `last`; nil: no schedule exists, so nobody owes time.
    /// - Parameters:
    ///   - last: the last day to derive. Days after yesterday, by the clock of the person's office at `instant`, are planned ones.
    ///   - seq: the number of the latest record that counts, which makes the result repeatable; nil: all count.
    package func hours(
        of person: PersonID, until last: CivilDate, asOf instant: Instant, zones: TimeZoneDatabase, at seq: Int64? = nil
    ) async throws -> PersonHours? {
        let common = try await commonFacts.facts(at: seq)
        if common.isEmpty { return nil }
        var calendars = try await OfficeSettingsStore(pool: pool).calendars(zones)
        let facts = PersonFacts(try await HoursStore(pool: pool).facts(of: person).until(seq))
        let through = Self.lastDay(of: facts, asOf: instant, &calendars)
        let work = try await RecordStore(pool: pool).work(
            of: person, in: RecordStore.firstDay...max(last, through, RecordStore.firstDay), asOf: instant, zones: zones,
            at: seq)
        return Self.hours(person, facts, common, work, through: through, until: last)
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
        let common = try await commonFacts.facts(at: seq)
        if common.isEmpty { return }
        var calendars = try await OfficeSettingsStore(pool: pool).calendars(zones)
        var facts: [PersonID: PersonFacts] = [:]
        try await HoursStore(pool: pool).withFacts(of: people) { facts[$0] = PersonFacts($1.until(seq)) }
        let end = max(last, CivilDate(daysSince1970: instant.seconds / 86_400 + 1), RecordStore.firstDay)
        try await RecordStore(pool: pool).withWork(
            settled, of: people, in: RecordStore.firstDay...end, stretches: stretches, asOf: instant, zones: zones, at: seq
        ) { person, work in
            let own = facts.removeValue(forKey: person) ?? PersonFacts()
            let through = Self.lastDay(of: own, asOf: instant, &calendars)
            try await body(Self.hours(person, own, common, work, through: through, until: last))
        }
    }

    private static func hours(
        _ person: PersonID, _ facts: PersonFacts, _ common: CommonFacts, _ work: [DayWork], through: CivilDate,
        until last: CivilDate
    ) -> PersonHours {
        PersonHours(
            person: person, facts: facts, common: common,
            days: PersonDays(of: facts, common, work: work, through: through, to: max(last, through)))
    }

    /// Yesterday, by the clock of the person's office.
    private static func lastDay(
        of facts: PersonFacts, asOf instant: Instant, _ calendars: inout OfficeCalendars
    ) -> CivilDate {
        let date = CivilDate(daysSince1970: instant.seconds / 86_400)
        let office = facts.office(on: date).flatMap { Int64($0) }.map { OfficeID($0) }
        guard let office, calendars.contains(office) else { return date.adding(days: -1) }
        return calendars[office].workingDay(at: instant.seconds).date.adding(days: -1)
    }
}
