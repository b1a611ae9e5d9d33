import Attendance
import Hours
import TestServers
import Testing

@Suite struct `Days derived after a day whose balance is known` {
    /// New in every run; a failure prints its seed.
    static let seeds = (0..<200).map { _ in UInt64.random(in: 0 ..< .max) }

    /// All amounts of a day that are no overtime.
    private func amounts(_ day: DayHours) -> [Int64] {
        [
            day.date.daysSince1970, day.isCounted ? 1 : 0, day.target, day.worked, day.holidaySeconds,
            Int64(day.owned.rawValue), day.absence, day.adjustment, day.cut, day.balance, day.carried,
        ]
    }

    @Test(arguments: seeds) func `They have the amounts of the derivation from the first day on`(seed: UInt64) throws {
        var facts = RandomFacts(seed: seed)
        let periods = try #require(PeriodCalendar(firstDay: [1, 1, 16, 28].randomElement(using: &facts.generator) ?? 1))
        let worked = Dictionary(facts.work.map { ($0.date, $0.worked) }) { first, _ in first }
        func date() -> CivilDate { facts.days.lowerBound.adding(days: .random(in: -30...180, using: &facts.generator)) }
        for _ in 0..<6 {
            let (one, other) = (date(), date())
            let (start, through) = (min(one, other), max(one, other))
            let whole = facts.whole(through: through, periods: periods)
            let begin = try #require(whole.days.first).date
            let before = whole[begin, start].last?.carried ?? 0
            var fold = DayFold(of: facts.person, facts.common, after: start, carried: before, periods: periods)
            while fold.last < facts.days.upperBound {
                let next = fold.last.adding(days: 1)
                let conditions = fold.conditions(on: next)
                let hasSchedule = fold.hasSchedule
                let day = fold.next(worked: worked[next] ?? 0, isOver: next <= through)
                #expect(conditions === day.conditions && (hasSchedule || day.target == 0), "seed \(seed) \(next)")
                #expect(fold.carried == day.carried, "seed \(seed) \(next)")
                if next < begin {
                    // The whole begins later.
                    #expect(day.target == 0 && day.balance == 0 && !day.isCounted, "seed \(seed) \(next)")
                } else {
                    let expected = try #require(whole[next, next].first)
                    #expect(amounts(day) == amounts(expected) && day.claims == expected.claims, "seed \(seed) \(next)")
                }
            }
        }
    }
}
