import Attendance
import Hours
import TestServers
import Testing

@Suite struct `Shown minutes of hours` {
    /// New in every run; a failure prints its seed.
    static let seeds = (0..<60).map { _ in UInt64.random(in: 0 ..< .max) }

    /// A day with the minutes that pages show.
    private typealias Shown = (day: DayHours, minutes: ShownMinutes)

    private func shown(_ days: ArraySlice<DayHours>) -> [Shown] {
        var rounding = MinuteRounding()
        return days.map { ($0, rounding.next($0)) }
    }

    private static let amounts: [(seconds: @Sendable (DayHours) -> Int64, minutes: @Sendable (ShownMinutes) -> Int64)] = [
        ({ $0.target }, { $0.target }), ({ $0.worked }, { $0.worked }), ({ $0.holidaySeconds + $0.absence }, { $0.credited }),
    ]

    @Test(arguments: seeds) func `A month has its exact amounts, and each day is within a minute of its own`(seed: UInt64) {
        let facts = RandomFacts(seed: seed)
        let person = facts.whole(through: facts.days.upperBound, periods: .calendarMonths)
        let days = shown(person.days[...])
        for (month, days) in Dictionary(grouping: days, by: \.day.date.month.lowerBound) {
            let sum = days.reduce(ShownMinutes.zero) { $0 + $1.minutes }
            for (seconds, minutes) in Self.amounts {
                let exact = days.reduce(0) { $0 + seconds($1.day) }
                #expect(minutes(sum) == WorkedTime.minutes(exact), "seed \(seed), \(month)")
                for day in days {
                    let (exact, shown) = (seconds(day.day), minutes(day.minutes))
                    #expect(abs(shown * 60 - exact) < 60 && (exact > 0 || shown == 0), "seed \(seed), \(day.day.date)")
                    // A target of whole minutes stays as it is if all of the month are.
                    if days.allSatisfy({ seconds($0.day) % 60 == 0 }) { #expect(shown * 60 == exact) }
                }
            }
        }
    }

    @Test(arguments: seeds) func `Each line and each sum adds up`(seed: UInt64) {
        let facts = RandomFacts(seed: seed)
        let person = facts.whole(through: facts.days.upperBound, periods: .calendarMonths)
        let days = shown(person.days[...])
        let sum = days.reduce(ShownMinutes.zero) { $0 + $1.minutes }
        #expect(sum.difference == days.reduce(0) { $0 + $1.minutes.difference }, "seed \(seed)")
        for minutes in days.map(\.minutes) + [sum] {
            #expect(minutes.worked + minutes.credited - minutes.target == minutes.difference, "seed \(seed)")
        }
    }

    @Test(arguments: seeds) func `Work has the minutes of the daily rows, also of two offices on a day`(seed: UInt64) {
        var facts = RandomFacts(seed: seed)
        let person = facts.whole(through: facts.days.upperBound, periods: .calendarMonths)
        var rows: [DailyRow] = []
        for day in person.days {
            let first = Int64.random(in: 0...day.worked, using: &facts.generator)
            for (office, seconds) in [(1, first), (2, day.worked - first)] as [(OfficeID, Int64)] {
                var row = DailyRow(key: DailyRow.Key(date: day.date, office: office))
                row.workedSeconds = seconds
                rows.append(row)
            }
        }
        let byDay = Dictionary(grouping: rows.shown, by: \.row.key.date)
        for (day, minutes) in shown(person.days[...]) {
            #expect(byDay[day.date]?.time.worked == minutes.worked, "seed \(seed), \(day.date)")
        }
    }

    /// Targets of 7:42:30 and work of 7:42:50 on each day.
    @Test func `Half minutes of a target are on every other day`() throws {
        let first = try #require(CivilDate(text: "2026-06-01"))
        var terms = Terms(scope: .office("main"), from: first)
        terms.schedule = .own("full")
        let contents: [Fact.Content] = [
            .employment(Employment(user: "dana", from: first, office: "main")), .terms(terms),
            .schedule(Schedule(name: "full", from: first, anchor: first, days: [27_750])),
        ]
        let facts = contents.enumerated().map { Fact(id: "\($0)", seq: Int64($0), content: $1) }
        let last = first.adding(days: 3)
        let person = PersonDays(
            of: PersonFacts(facts), CommonFacts(facts), work: (first...last).days.map { DayWork(date: $0, worked: 27_770) },
            through: last, to: last)
        let minutes = shown(person.days[...]).map(\.minutes)
        #expect(minutes.map(\.target) == [463, 462, 463, 462] && minutes.map(\.worked) == [463, 463, 463, 462])
        #expect(minutes.map(\.difference) == [0, 1, 0, 0])
    }
}
