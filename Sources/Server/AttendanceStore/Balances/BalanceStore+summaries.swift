package import Attendance
import Hours
import Postgres

extension BalanceStore {
    /// What people owed in a period, and their balances at its end; nil: no schedule exists. People to whom no schedule applies on
    /// any day of the period until the last day that counts are left out; if no day counts, its first day decides.
    ///
    /// Most balances come from memory (``KeptBalances``), and only the days after them are derived, from `work`.
    /// - Parameters:
    ///   - work: what the caller read anyway: the work of each person on the days of the period.
    ///   - first: the first day of `work`; nil: that of the period. With some days before it, no earlier days are read when the period
    ///     has just begun.
    ///   - seq: the number of the latest record that counts, also in `work`.
    ///   - now: the time of the request, at which more days are settled than at an earlier `instant`.
    package func summaries(
        _ kept: KeptBalances, of work: [PersonID: PersonWork], in period: ClosedRange<CivilDate>, since first: CivilDate? = nil,
        asOf instant: Instant, zones: TimeZoneDatabase, at seq: Int64, _ settled: SettledWork, now: Instant
    ) async throws -> [PersonID: BalanceSummary]? {
        let common = try await commonFacts.facts(at: seq)
        if common.isEmpty { return nil }
        func refreshed() async throws -> [PersonID: BalanceSummary] {
            let state = try await pool.withSnapshot {
                try await KeptState(kept, of: period, $0, zones, asOf: instant, at: seq)
            }
            var refresh = BalanceRefresh(
                pool: pool, settled: settled, common: common, zones: zones, asOf: instant, now: now, work: work,
                period: period, first: first ?? period.lowerBound, state: state)
            try await refresh.run()
            if !state.isEarlier { kept.keep(refresh.state.balances, of: period, after: state.version) }
            return refresh.summaries
        }
        // A few people do not wait until many are derived.
        if work.count <= RecordStore.fewPeople { return try await refreshed() }
        return try await kept.limiter.run { try await refreshed() }
    }
}

/// Adds the days after the kept balances, and derives the balances that are missing.
private struct BalanceRefresh {
    let pool: PostgresPool
    let settled: SettledWork
    let common: CommonFacts
    let zones: TimeZoneDatabase
    let asOf: Instant
    let now: Instant
    let work: [PersonID: PersonWork]
    let period: ClosedRange<CivilDate>
    /// The first day of ``work``.
    let first: CivilDate
    var state: KeptState
    var summaries: [PersonID: BalanceSummary] = [:]

    /// The most days between a kept balance and ``first`` that are read instead of all days.
    private static let longestGap: Int64 = 7
    /// The number of people whose facts are in memory at a time.
    private static let slice = 1000

    mutating func run() async throws {
        summaries.reserveCapacity(work.count)
        var (missing, early) = ([PersonID](), [(person: PersonID, through: CivilDate)]())
        for (person, own) in work {
            guard let balance = state.balances.people[person], balance.last <= state.through else {
                missing.append(person)
                continue
            }
            let through = balance.lastDay(state.offices)
            let gap = min(through, first.adding(days: -1)).daysSince1970 - balance.last.daysSince1970
            if gap <= 0 {
                add(person, balance, through: through) { own.worked(on: $0) }
            } else if gap <= Self.longestGap {
                early.append((person, through))
            } else {
                missing.append(person)
            }
        }
        try await readEarlierDays(of: early)
        for slice in missing.sorted().chunks(of: Self.slice) { try await derive(Array(slice)) }
    }

    /// Adds the days after the last one of a balance.
    private mutating func add(
        _ person: PersonID, _ kept: RunningBalance, through: CivilDate, worked: (CivilDate) -> Int64
    ) {
        var balance = kept
        if !balance.isFinal, balance.last < state.through {
            balance.advance(to: state.through, in: period, worked: worked)
            state.balances.people[person] = balance
        }
        balance.advance(to: min(through, period.upperBound), in: period, worked: worked)
        summaries[person] = balance.summary(of: period)
    }

    /// Adds people whose kept balances end before the days of ``work``, as on the first day of a period.
    private mutating func readEarlierDays(of people: [(person: PersonID, through: CivilDate)]) async throws {
        let (first, work) = (self.first, self.work)
        guard let start = people.compactMap({ state.balances.people[$0.person]?.last }).min(),
            let through = people.map(\.through).max()
        else { return }
        let earlier = try await RecordStore(pool: pool).work(
            of: people.map(\.person), in: start.adding(days: 1)...min(through, first.adding(days: -1)), stretches: false,
            asOf: asOf, zones: zones, at: state.balances.seq)
        for (person, through) in people {
            guard let balance = state.balances.people[person], let own = work[person] else { continue }
            let before = earlier[person]
            add(person, balance, through: through) { $0 < first ? before?.worked(on: $0) ?? 0 : own.worked(on: $0) }
        }
    }

    /// Derives balances from all facts and days.
    private mutating func derive(_ people: [PersonID]) async throws {
        let (seq, through, common) = (state.balances.seq, state.through, self.common)
        var starts: [PersonID: RunningBalance] = [:]
        try await HoursStore(pool: pool).withFacts(of: people) { person, facts in
            starts[person] = RunningBalance(of: PersonFacts(facts.until(seq)), common, until: through)
        }
        for person in people {
            state.balances.people[person] = starts[person] ?? RunningBalance(of: PersonFacts(), common, until: through)
        }
        let owing = people.filter { starts[$0]?.isFinal == false }
        if owing.isEmpty { return }
        try await RecordStore(pool: pool).withWork(
            settled, of: owing, stretches: false, asOf: now, zones: zones, at: seq
        ) { person, own in
            guard let start = starts[person] else { return }
            add(person, start, through: start.lastDay(state.offices)) { own.worked(on: $0) }
        }
    }
}
