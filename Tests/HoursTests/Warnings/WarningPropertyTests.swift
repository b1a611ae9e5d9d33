import Attendance
import Hours
import TestServers
import Testing

/// About a year of random work of one person, with changing rules, neutral absences and unknown stretches.
private struct RandomYear {
    let days: PersonDays
    let naive: NaiveWarnings

    init(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let first = try WorkStory.date("2025-03-0\(Int.random(in: 1...3, using: &generator))")
        let restWeekday = Bool.random(using: &generator) ? Int64.random(in: 1...7, using: &generator) : nil
        let choices: [[RuleSet]] = [[.de, .eu], [.uk], [.jp], [.jpFlex, .jp], [.jp, .de], [.jp], []]
        let load = Int.random(in: 70...120, using: &generator)
        var facts: [Fact] = []
        func record(_ content: Fact.Content) {
            facts.append(Fact(id: "\(facts.count)", seq: Int64(facts.count), content: content))
        }
        func terms(from date: CivilDate, _ change: (inout Terms) -> Void) {
            var terms = Terms(scope: .person("ada"), from: date)
            change(&terms)
            record(.terms(terms))
        }
        record(.employment(Employment(user: "ada", from: first, office: "main")))
        record(.schedule(Schedule(name: "plan", from: first, anchor: first, days: [28_800], restWeekday: restWeekday)))
        record(.kind(AbsenceKind(kind: "sick", from: first, credit: .full, rank: 0, isNeutral: true)))
        terms(from: first) { $0.schedule = .own("plan") }

        var naive: [NaiveWarnings.Day] = []
        var work: [DayWork] = []
        var rules: [RuleSet] = []
        for index in 0..<430 as Range<Int64> {
            let date = first.adding(days: index)
            if index == 0 || Int.random(in: 0..<90, using: &generator) == 0 {
                rules = choices.randomElement(using: &generator) ?? []
                terms(from: date) { $0.rules = .own(rules) }
            }
            var day = NaiveWarnings.Day(
                date: date, rules: rules, isRestDay: restWeekday == date.daysAfterMonday + 1, isNeutral: false, slots: nil,
                worked: 0)
            if Int.random(in: 0..<12, using: &generator) == 0 {
                day.isNeutral = true
                record(.absence(Absence(user: "ada", kind: "sick", from: date, to: date)))
            }
            if Int.random(in: 0..<7, using: &generator) > 0 {
                let stretches = Self.stretches(load, &generator)
                let slots = Set(stretches.joined())
                let isKnown = Int.random(in: 0..<20, using: &generator) > 0
                let midnight = date.daysSince1970 * 86_400
                day.worked = Int64(slots.count) * NaiveWarnings.slot
                day.slots = isKnown ? slots : nil
                let known = stretches.map {
                    DayWork.Stretch(
                        start: midnight + Int64($0.lowerBound) * NaiveWarnings.slot,
                        end: midnight + Int64($0.upperBound) * NaiveWarnings.slot, startOffset: 0, endOffset: 0)
                }
                work.append(DayWork(date: date, worked: day.worked, stretches: isKnown ? known : []))
            }
            naive.append(day)
        }
        days = PersonDays(
            of: PersonFacts(facts.filter { $0.user != nil }), CommonFacts(facts), work: work.shuffled(using: &generator),
            through: first.adding(days: 429), to: first.adding(days: 440))
        self.naive = NaiveWarnings(naive)
    }

    /// Stretches of slots, in random order; some touch or overlap, some go on after midnight.
    private static func stretches(_ load: Int, _ generator: inout SeededGenerator) -> [Range<Int>] {
        var start = Int.random(in: 60...130, using: &generator)
        if Int.random(in: 0..<10, using: &generator) == 0 { start += 140 }
        var rest = Int.random(in: load - 30...load + 20, using: &generator)
        var stretches: [Range<Int>] = []
        while rest > 0 {
            let length = Int.random(in: 1...max(1, min(rest, 70)), using: &generator)
            stretches.append(start..<start + length)
            rest -= length
            start = max(0, start + length + Int.random(in: -2...8, using: &generator))
        }
        return stretches.shuffled(using: &generator)
    }
}

@Suite struct `Warnings of random years` {
    /// New in every run; a failure prints its seed.
    static let seeds = (0..<15).map { _ in UInt64.random(in: 0 ..< .max) }

    @Test(arguments: seeds) func `Warnings and overtime agree with a second computation from their definitions`(seed: UInt64)
        throws
    {
        let year = try RandomYear(seed: seed)
        for (index, day) in year.days.days.prefix(430).enumerated() {
            #expect(day.overtime == year.naive.overtime(index), "seed \(seed) \(day.date)")
            #expect(day.restDay == year.naive.restDay(index), "seed \(seed) \(day.date)")
        }
        let first = try #require(year.days.days.first).date
        let warnings = year.days.warnings(from: first, to: first.adding(days: 440)).filter { $0.rule != .schedule }
        #expect(warnings.map(\.text) == year.naive.texts, "seed \(seed)")
    }

    @Test(arguments: seeds) func `A part of the range has the same warnings as the whole`(seed: UInt64) throws {
        let days = try RandomYear(seed: seed).days
        let first = try #require(days.days.first).date
        let whole = days.warnings(from: first, to: first.adding(days: 440))
        for (from, to) in [(0, 0), (100, 250), (251, 429)] as [(Int64, Int64)] {
            let (from, to) = (first.adding(days: from), first.adding(days: to))
            #expect(days.warnings(from: from, to: to) == whole.filter { from <= $0.date && $0.date <= to }, "seed \(seed)")
        }
    }
}
