import Attendance
import Hours
import Testing

@Suite struct `Random erased days` {
    /// New in every run; a failure prints its seed.
    static let seeds = (0..<150).map { _ in UInt64.random(in: 0 ..< .max) }

    private func days(after day: CivilDate) -> [CivilDate] {
        (day.daysSince1970 + 1...RandomHours.last.daysSince1970).map { CivilDate(daysSince1970: $0) }
    }

    /// Twice, as in two months.
    @Test(arguments: seeds) func `No later day changes when days are erased, and again when more are`(seed: UInt64) throws {
        var random = RandomHours(seed: seed)
        let whole = ErasedHours(facts: random.facts, common: random.common, work: random.work)
        let before = whole.days(through: RandomHours.through, to: RandomHours.last)
        var erased = whole
        let (first, second) = random.erasedDays()
        for last in [first, second] {
            erased.erase(until: last)
            let after = erased.days(through: RandomHours.through, to: RandomHours.last)
            for date in days(after: last) {
                let (old, new) = (before[date, date].first, after[date, date].first)
                #expect(ErasedHours.shown(old) == ErasedHours.shown(new), "seed \(seed), erased until \(last)")
            }
        }
    }

    @Test(arguments: seeds) func `What is left of leave, what lapses and what must be taken stay the same on later days`(
        seed: UInt64
    ) throws {
        var random = RandomHours(seed: seed)
        let whole = ErasedHours(facts: random.facts, common: random.common, work: random.work)
        var erased = whole
        let (first, second) = random.erasedDays()
        for last in [first, second] {
            erased.erase(until: last)
            let start = (leave(whole, at: last), leave(erased, at: last))
            for date in days(after: last) where date.daysSince1970.isMultiple(of: 7) {
                let (old, new) = (leave(whole, at: date), leave(erased, at: date))
                for account in ["leave", "extra"] {
                    let (before, after) = (old.balance(account), new.balance(account))
                    #expect(before.remaining == after.remaining && before.debt == after.debt, "seed \(seed), \(date)")
                    let lapsed = (
                        before.lapsed - start.0.balance(account).lapsed, after.lapsed - start.1.balance(account).lapsed
                    )
                    #expect(lapsed.0 == lapsed.1, "seed \(seed), \(date)")
                }
                #expect(old.open(after: last) == new.open(after: last), "seed \(seed), \(date)")
            }
        }
    }

    @Test(arguments: seeds) func `Erased facts leave no fact of their days but what stands for them`(seed: UInt64) throws {
        var random = RandomHours(seed: seed)
        var erased = ErasedHours(facts: random.facts, common: random.common, work: random.work)
        let last = random.erasedDays().0
        guard !erased.erase(until: last).isEmpty else { return }
        let ids = Set(erased.facts.map(\.id))
        for fact in erased.facts {
            switch fact.content {
            case .void(let target): #expect(ids.contains(target), "seed \(seed)")
            case .adjustment(let adjustment) where adjustment.date == last: #expect(adjustment.reason == .retention)
            default: #expect(fact.content.firstDay.map { $0 > last } ?? true, "seed \(seed)")
            }
        }
    }

    /// As if taps of a session that goes on were erased.
    @Test(arguments: seeds) func `Work that changes with the erasure changes no later balance and no figures of payroll`(
        seed: UInt64
    ) throws {
        var random = RandomHours(seed: seed)
        let whole = ErasedHours(facts: random.facts, common: random.common, work: random.work)
        let before = whole.days(through: RandomHours.through, to: RandomHours.through)
        let last = random.erasedDays().0
        var erased = whole
        erased.work = random.changedWork(after: last)
        let work = erased.work
        erased.work = whole.work
        erased.erase(until: last)
        erased.work = work.filter { $0.date > last }
        let differences = FigureDifferences(
            "mia", before: before, whole.person, after: erased.facts, erased.common, work: erased.work, since: last)
        erased.record(differences.added)
        let after = erased.days(through: RandomHours.through, to: RandomHours.through)
        for date in days(after: last) where date <= RandomHours.through {
            #expect(before[date, date].first?.carried ?? 0 == after[date, date].first?.carried ?? 0, "seed \(seed), \(date)")
        }
        func deltas(_ days: PersonDays, _ facts: PersonFacts) -> [PeriodName: Items] {
            let periods = days.periods(facts, from: last.adding(days: 1), to: RandomHours.through)
            return Dictionary(periods.map { ($0.period.name, $0.delta) }) { first, _ in first }.filter { !$0.value.isEmpty }
        }
        #expect(deltas(before, whole.person) == deltas(after, erased.person), "seed \(seed)")
    }

    private func leave(_ hours: ErasedHours, at date: CivilDate) -> LeaveBalances {
        let days = hours.days(through: RandomHours.through, to: max(date, RandomHours.through))
        return LeaveBalances(of: days, hours.person, hours.common, to: date)
    }
}

extension LeaveBalances {
    fileprivate func balance(_ account: String) -> (remaining: Int64, debt: Int64, lapsed: Int64) {
        let found = accounts.first { $0.account == account }
        return (found?.remaining ?? 0, found?.debt ?? 0, found?.lapsed ?? 0)
    }

    /// The obligations that are due after a day and were not done by then: the half days that are missing, or 0.
    fileprivate func open(after last: CivilDate) -> [String] {
        obligations.filter { $0.due > last }.map { "\($0.account) \($0.due) \(max($0.needed - $0.taken, 0)) \($0.planned)" }
            .filter { !$0.contains(" 0 ") }.sorted()
    }
}
