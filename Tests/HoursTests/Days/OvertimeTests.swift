import Attendance
import Hours
import Testing

@Suite struct `Overtime of days` {
    /// The overtime of each day with some, such as `2026-03-06 28800`; with work on rest days, `2026-03-01 rest 18000`.
    private static func overtime(_ story: WorkStory, to: String, through: String? = nil) throws -> [String] {
        try story.days(to: to, through: through).days.flatMap { day in
            (day.overtime == 0 ? [] : ["\(day.date) \(day.overtime)"])
                + (day.restDay == 0 ? [] : ["\(day.date) rest \(day.restDay)"])
        }
    }

    /// The hours from Sunday 1 March to Saturday 7 March, and the seconds of overtime of each day.
    @Test(
        arguments: [
            ([0, 8, 8, 8, 8, 8, 0], [0, 0, 0, 0, 0, 0, 0]), ([0, 9, 8, 8, 8, 8, 0], [0, 3600, 0, 0, 0, 0, 0]),
            ([0, 8, 8, 8, 8, 8, 8], [0, 0, 0, 0, 0, 0, 28_800]), ([8, 8, 8, 8, 8, 8, 0], [0, 0, 0, 0, 0, 28_800, 0]),
            // An hour beyond eight is counted once, not also as an hour of the week.
            ([0, 9, 9, 9, 9, 9, 2], [0, 3600, 3600, 3600, 3600, 3600, 7200]),
            ([0, 7, 7, 7, 7, 7, 7], [0, 0, 0, 0, 0, 0, 7200]), ([0, 10, 0, 0, 0, 0, 10], [0, 7200, 0, 0, 0, 0, 7200]),
        ] as [([Int64], [Int64])])
    func `Overtime is work above 8 hours a day and 40 hours from Sunday on`(hours: [Int64], expected: [Int64]) throws {
        var story = try WorkStory([.jp])
        for (day, hours) in hours.enumerated() { try story.work("2026-03-0\(day + 1)", hours * 3600) }
        // The next Sunday begins a week.
        try story.work("2026-03-08", 28_800)
        #expect(try story.days(to: "2026-03-08").days.suffix(8).map(\.overtime) == expected + [0])
    }

    @Test func `A week goes on over the end of a period`() throws {
        var story = try WorkStory([.jp])
        try story.work(from: "2026-03-29", to: "2026-04-05", 28_800)
        #expect(try Self.overtime(story, to: "2026-04-05") == ["2026-04-03 28800", "2026-04-04 28800"])
    }

    @Test func `Days of the week under other rules count`() throws {
        var story = try WorkStory([.eu])
        try story.obey([.jp], from: "2026-03-06")
        try story.work(from: "2026-03-01", to: "2026-03-06", 36_000)
        #expect(try Self.overtime(story, to: "2026-03-07") == ["2026-03-06 36000"])
    }

    @Test(
        arguments: [
            (7, ["2026-03-01 rest 36000", "2026-03-07 28800"]),
            (6, ["2026-03-01 7200", "2026-03-06 28800", "2026-03-07 rest 28800"]),
            (nil, ["2026-03-01 7200", "2026-03-06 28800", "2026-03-07 28800"]),
        ] as [(Int64?, [String])])
    func `Work on the statutory rest day is no overtime and no part of the week`(weekday: Int64?, expected: [String]) throws {
        var story = try WorkStory([.jp], days: WorkStory.weekdays, restWeekday: weekday)
        try story.work("2026-03-01", 36_000)
        try story.work(from: "2026-03-02", to: "2026-03-07", 28_800)
        #expect(try Self.overtime(story, to: "2026-03-07") == expected)
    }

    /// The frame of April is 144000 s * 30 / 7 = 617142 s; 21 days of 8 h are 604800 s.
    @Test(arguments: [(12_342, []), (12_343, ["2026-04-22 1"])] as [(Int64, [String])])
    func `Overtime with flextime is work above the frame of the period`(last: Int64, expected: [String]) throws {
        var story = try WorkStory([.jpFlex])
        try story.work(from: "2026-04-01", to: "2026-04-21", 28_800)
        try story.work("2026-04-22", last)
        #expect(try Self.overtime(story, to: "2026-04-30") == expected)
        try story.work("2026-04-24", 3600)
        // A new period begins at 0.
        try story.work(from: "2026-05-01", to: "2026-05-21", 28_800)
        #expect(try Self.overtime(story, to: "2026-05-31") == expected + ["2026-04-24 3600"])
    }

    @Test func `The frame has the days of the pay month`() throws {
        var story = try WorkStory([.jpFlex])
        story.periods = try #require(PeriodCalendar(firstDay: 16))
        // From 16 March to 15 April: 144000 s * 31 / 7 = 637714 s.
        try story.work("2026-03-16", 637_714)
        try story.work("2026-04-15", 10)
        try story.work("2026-04-16", 20)
        #expect(try Self.overtime(story, to: "2026-04-30") == ["2026-04-15 10"])
    }

    @Test func `The sum of the period includes days under other rules, and no rest days`() throws {
        var story = try WorkStory([.eu], days: WorkStory.weekdays, restWeekday: 7)
        try story.obey([.jpFlex], from: "2026-04-16")
        try story.work("2026-04-05", 400_000)
        try story.work("2026-04-10", 617_000)
        try story.work("2026-04-19", 3600)
        try story.work("2026-04-20", 152)
        #expect(try Self.overtime(story, to: "2026-04-30") == ["2026-04-19 rest 3600", "2026-04-20 10"])
    }

    @Test(
        arguments: [
            ([.jp, .jpFlex], ["2026-04-01 7200"]), ([.de, .jp], ["2026-04-01 7200"]), ([.jpFlex, .jp], []), ([.de], []),
            ([], []),
        ] as [([RuleSet], [String])])
    func `The first set of Japan in the terms decides`(rules: [RuleSet], expected: [String]) throws {
        var story = try WorkStory(rules)
        try story.work("2026-04-01", 36_000)
        #expect(try Self.overtime(story, to: "2026-04-30") == expected)
    }

    @Test func `Planned days and days after the employment have no overtime`() throws {
        var story = try WorkStory([.jp], days: WorkStory.weekdays, restWeekday: 7)
        let end = try WorkStory.date("2026-03-04")
        story.record(.employment(Employment(user: "ada", from: end, office: nil)))
        try story.work(from: "2026-03-01", to: "2026-03-08", 36_000)
        let expected = ["2026-03-01 rest 36000", "2026-03-02 7200", "2026-03-03 7200"]
        #expect(try Self.overtime(story, to: "2026-03-31") == expected)
        #expect(try Self.overtime(story, to: "2026-03-31", through: "2026-03-02") == Array(expected.prefix(2)))
    }
}
