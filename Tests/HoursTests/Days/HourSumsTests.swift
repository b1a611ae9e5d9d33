import Attendance
import Hours
import TestServers
import Testing

@Suite struct `Sums of hours` {
    @Test func `The sums have the names of the fields of days`() {
        #expect(
            HourSums.fields.map(\.name) == [
                "target_s", "worked_s", "night_s", "overtime_s", "rest_day_s", "holiday_s", "absence_s", "adjustment_s",
                "cut_s", "balance_s",
            ])
    }

    @Test func `Each name has the sum of its own`() throws {
        let (monday, tuesday) = (try #require(CivilDate(text: "2026-03-30")), try #require(CivilDate(text: "2026-03-31")))
        var terms = Terms(scope: .office("main"), from: monday)
        terms.schedule = .own("full")
        terms.calendars = .own(["de"])
        terms.carry = .own(CarryOver(months: [3], maximum: 1000))
        let contents: [Fact.Content] = [
            .employment(Employment(user: "dana", from: monday, office: "main")),
            .schedule(Schedule(name: "full", from: monday, anchor: monday, days: [28_800])), .terms(terms),
            .holiday(Holiday(calendar: "de", date: tuesday, name: "Half", part: .afternoon)),
            .kind(AbsenceKind(kind: "leave", from: monday, credit: .full, rank: 10)),
            .absence(Absence(user: "dana", kind: "leave", from: tuesday, to: tuesday, extent: .hours(7200))),
            .adjustment(Adjustment(user: "dana", date: monday, seconds: -50)),
        ]
        let facts = contents.enumerated().map { Fact(id: "\($0)", seq: Int64($0), content: $1) }
        func sums(through: CivilDate) -> [Int64] {
            let work = [
                DayWork(date: monday, worked: 28_850, night: 40), DayWork(date: tuesday, worked: 20_000, night: 7),
            ]
            let person = PersonDays(of: PersonFacts(facts), CommonFacts(facts), work: work, through: through, to: tuesday)
            let sums = HourSums(person[monday, tuesday], through: through)
            return HourSums.fields.map { sums[keyPath: $0.value] }
        }
        #expect(sums(through: monday) == [28_800, 28_850, 40, 0, 0, 0, 0, -50, 0, 0])
        // Tuesday: 20000 + 14400 of the holiday + 7200 of leave - 28800 = 12800, of which 1000 stay.
        #expect(sums(through: tuesday) == [57_600, 48_850, 47, 0, 0, 14_400, 7200, -50, -11_800, 1000])
        #expect(sums(through: monday.adding(days: -1)) == Array(repeating: 0, count: 10))
    }

    /// New in every run; a failure prints its seed.
    static let seeds = (0..<60).map { _ in UInt64.random(in: 0 ..< .max) }

    @Test(arguments: seeds) func `Sums do not depend on how a range is split`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let (person, facts) = try Self.random(&generator)
        let all = try #require(person.days.first.flatMap { first in person.days.last.map { (first.date, $0.date) } })
        let whole = HourSums(person[all.0, all.1], through: person.through)
        var (start, parts) = (all.0, [HourSums]())
        while start <= all.1 {
            let end = min(start.adding(days: Int64.random(in: 0...40, using: &generator)), all.1)
            let days = person[start, end]
            let sums = HourSums(days, through: person.through)
            let before = person[all.0, start.adding(days: -1)].last?.carried ?? 0
            #expect((days.last?.carried ?? 0) - before == sums.balance, "seed \(seed)")
            parts.append(sums)
            start = end.adding(days: 1)
        }
        for (name, value) in HourSums.fields {
            #expect(parts.map { $0[keyPath: value] }.reduce(0, +) == whole[keyPath: value], "seed \(seed): \(name)")
        }
        let periods = person.periods(facts, from: all.0, to: all.1)
        for period in periods {
            #expect(period.sums.balance == period.carriedEnd - period.carriedStart, "seed \(seed)")
            let reasons = period.items.filter { $0.key.hasPrefix("adjustment.") }.values.reduce(0, +)
            #expect(reasons == period.sums.adjustment, "seed \(seed)")
            let kinds = period.items.filter { $0.key.hasSuffix(".s") }.values.reduce(0, +)
            #expect(kinds == period.sums.absence, "seed \(seed)")
        }
        for (earlier, later) in zip(periods, periods.dropFirst()) {
            #expect(earlier.carriedEnd == later.carriedStart, "seed \(seed)")
        }
        // The range begins on a Monday and ends on a Sunday and the last day of a month.
        for (name, value) in HourSums.fields {
            let weeks = person.weeks(from: all.0, to: all.1).map { $0.sums[keyPath: value] }.reduce(0, +)
            #expect(weeks == whole[keyPath: value], "seed \(seed): \(name)")
        }
        let months = periods.map(\.sums.balance).reduce(0, +)
        if person.periods == .calendarMonths { #expect(months == whole.balance, "seed \(seed)") }
    }

    /// Somebody with changes of the schedule, leave, adjustments and a limit, from Monday 1 December 2025 to Sunday 31 May 2026.
    private static func random(_ generator: inout SeededGenerator) throws -> (PersonDays, PersonFacts) {
        let (first, last) = (try #require(CivilDate(text: "2025-12-01")), try #require(CivilDate(text: "2026-05-31")))
        func date() -> CivilDate { first.adding(days: Int64.random(in: 0...181, using: &generator)) }
        let limit = Int64.random(in: 0...7200, using: &generator)
        var terms = Terms(scope: .office("main"), from: first)
        terms.schedule = .own("own")
        terms.carry = .own(CarryOver(months: [1, 3, 5], minimum: -limit, maximum: limit))
        var contents: [Fact.Content] = [
            .employment(Employment(user: "dana", from: first, office: "main")), .terms(terms),
            .kind(AbsenceKind(kind: "leave", from: first, credit: .full, rank: 10)),
            .kind(AbsenceKind(kind: "sick", from: first, credit: .fill, rank: 20)),
        ]
        for from in [first, date(), date()] {
            let days = (0..<Int.random(in: 1...14, using: &generator)).map { _ in
                Int64.random(in: 0...40_000, using: &generator)
            }
            let fixed = Bool.random(using: &generator) ? nil : Int64.random(in: 0...700_000, using: &generator)
            contents.append(.schedule(Schedule(name: "own", from: from, anchor: date(), days: days, periodSeconds: fixed)))
        }
        for _ in 0..<8 {
            let (from, length) = (date(), Int64.random(in: 0...6, using: &generator))
            let kind = Bool.random(using: &generator) ? "leave" : "sick"
            let part = DayPart.allCases.randomElement(using: &generator) ?? .full
            let extent = Bool.random(using: &generator) ? Absence.Extent.part(part) : .hours(5000)
            contents.append(
                .absence(Absence(user: "dana", kind: kind, from: from, to: from.adding(days: length), extent: extent)))
            let reason = Adjustment.Reason.allCases.randomElement(using: &generator) ?? .correction
            let seconds = Int64.random(in: -9000...9000, using: &generator)
            contents.append(.adjustment(Adjustment(user: "dana", date: date(), seconds: seconds, reason: reason)))
        }
        let facts = contents.enumerated().map { Fact(id: "\($0)", seq: Int64($0), content: $1) }
        let work = (first...last).days.compactMap { day in
            Bool.random(using: &generator)
                ? DayWork(date: day, worked: .random(in: 0...40_000, using: &generator), night: 9) : nil
        }
        let calendar = PeriodCalendar(firstDay: [1, 1, 16, 21, 28].randomElement(using: &generator) ?? 1)
        let person = PersonDays(
            of: PersonFacts(facts), CommonFacts(facts), work: work, through: date(), to: last, periods: try #require(calendar))
        return (person, PersonFacts(facts))
    }
}
