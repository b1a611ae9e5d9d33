import Attendance
import Hours
import Testing

@Suite struct `Limits of overtime` {
    private static let hour: Int64 = 3600

    /// Employed in a rule set of Japan. A day of the story may be longer than 24 hours: only the sums matter.
    private static func story(
        _ rules: [RuleSet] = [.jp], from: String = "2026-04-01", overtime: [(date: String, seconds: Int64)],
        restWeekday: Int64? = nil
    ) throws -> WorkStory {
        var story = try WorkStory(rules, from: from, days: [0], restWeekday: restWeekday)
        for day in overtime { try story.work(day.date, 28_800 + day.seconds) }
        return story
    }

    @Test(arguments: [(0, []), (1, ["2026-04-08 jp overtime_month 162001/162000"])] as [(Int64, [String])])
    func `The overtime of a period is 45 hours at most`(beyond: Int64, expected: [String]) throws {
        let story = try Self.story(overtime: [("2026-04-01", 100_000), ("2026-04-08", 62_000 + beyond)])
        #expect(try story.warnings(to: "2026-04-30") == expected)
    }

    @Test func `A limit warns once a period, on the first day on which it is passed`() throws {
        let story = try Self.story(
            overtime: [("2026-04-01", 162_000), ("2026-04-15", 3600), ("2026-04-22", 3600), ("2026-05-13", 162_001)])
        let expected = ["2026-04-15 jp overtime_month 165600/162000", "2026-05-13 jp overtime_month 162001/162000"]
        #expect(try story.warnings(to: "2026-05-31") == expected)
        // The day does not depend on the range.
        #expect(try story.warnings(from: "2026-04-16", to: "2026-05-31") == [expected[1]])
        #expect(try story.warnings(to: "2026-04-14") == [])
    }

    @Test(
        arguments: [
            (359_999, 0, []), (360_000, 0, ["2026-04-08 jp overtime_hard 360000/360000"]),
            (359_999, 1, ["2026-04-12 jp overtime_hard 360000/360000"]),
        ] as [(Int64, Int64, [String])])
    func `Overtime and work on rest days stay below 100 hours a period`(
        overtime: Int64, restDay: Int64, expected: [String]
    ) throws {
        var story = try Self.story(overtime: [("2026-04-08", overtime)], restWeekday: 7)
        if restDay > 0 { try story.work("2026-04-12", restDay) }
        #expect(
            try story.warnings(to: "2026-04-30")
                == (expected + ["2026-04-08 jp overtime_month \(overtime)/162000"]).sorted())
    }

    @Test func `The overtime from April to March is 360 hours at most`() throws {
        var story = try Self.story(
            from: "2026-03-01",
            overtime: [("2026-03-04", 100 * Self.hour - 1)]
                + [
                    "2026-04-01", "2026-05-06", "2026-06-03", "2026-07-01", "2026-08-05", "2026-09-02", "2026-10-07",
                    "2026-11-04",
                ]
                .map { ($0, 45 * Self.hour) }, restWeekday: 7)
        // Work on a rest day is no part of the year.
        try story.work("2026-12-06", 3600)
        func yearly(_ story: WorkStory) throws -> [String] {
            try story.warnings(to: "2027-04-30").filter { $0.contains("year") }
        }
        #expect(try yearly(story) == [])
        try story.work("2027-03-31", 28_801)
        #expect(try yearly(story) == ["2027-03-31 jp overtime_year 1296001/1296000"])
        try story.work("2027-04-01", 30_000)
        #expect(try yearly(story) == ["2027-03-31 jp overtime_year 1296001/1296000"])
    }

    @Test func `A year begins with the period named April`() throws {
        var story = try Self.story(
            from: "2026-02-16", overtime: [("2026-03-13", 1_296_000), ("2026-03-18", 1_296_000), ("2026-04-15", 1)])
        story.periods = try #require(PeriodCalendar(firstDay: 16))
        #expect(
            try story.warnings(to: "2026-04-30").filter { $0.contains("year") }
                == ["2026-04-15 jp overtime_year 1296001/1296000"])
    }

    /// The overtime of periods from April on, in seconds beyond 80 hours each, and the warning of the last one.
    @Test(
        arguments: [
            ([36_000], nil), ([0, 0], nil), ([0, 1], 2), ([36_000, -36_000, 0], nil), ([36_000, -36_000, 1], 3),
            ([36_000, 0, 0, -36_000], nil), ([36_001, 0, 0, -36_000], 4), ([36_001, 0, 0, 0, -36_000], 5),
            ([36_001, 0, 0, 0, 0, -36_000], 6), ([36_001, 0, 0, 0, 0, 0, -36_000], nil),
            // The smallest number of periods that passes.
            ([36_000, 36_000, 36_000], 2), ([72_000, 0, 0, -3600], 4),
        ] as [([Int64], Int64?)])
    func `The average over two to six periods is 80 hours at most`(beyond: [Int64], periods: Int64?) throws {
        let days = ["2026-04-08", "2026-05-13", "2026-06-10", "2026-07-08", "2026-08-12", "2026-09-09", "2026-10-14"]
        let story = try Self.story(overtime: Array(zip(days, beyond.map { $0 + 288_000 })))
        let last = days[beyond.count - 1]
        let warnings = try story.warnings(from: last, to: last).filter { $0.contains("average") }
        let sum = beyond.suffix(Int(periods ?? 0)).reduce(0) { $0 + $1 + 288_000 }
        #expect(warnings == (periods.map { ["\(last) jp overtime_average \(sum)/\(288_000 * $0)"] } ?? []))
    }

    @Test(arguments: [("2026-03-31", true), ("2026-04-01", true), ("2026-04-02", false)])
    func `The average reaches back to periods at whose start the person was employed`(from: String, warns: Bool) throws {
        let story = try Self.story(from: from, overtime: [("2026-04-08", 288_000), ("2026-05-13", 288_001)])
        let expected = warns ? ["2026-05-13 jp overtime_average 576001/576000"] : []
        #expect(try story.warnings(to: "2026-05-31").filter { $0.contains("average") } == expected)
    }

    @Test func `The average of an earlier period can warn on a day without work`() throws {
        var story = try Self.story(overtime: [("2026-04-08", 576_001)])
        #expect(
            try story.warnings(from: "2026-05-01", to: "2026-05-31") == ["2026-05-01 jp overtime_average 576001/576000"])
        // Only a day with rules of Japan warns, under the name of its set.
        try story.obey([.eu], from: "2026-05-01")
        try story.obey([.eu, .jpFlex, .jp], from: "2026-05-07")
        #expect(
            try story.warnings(from: "2026-05-01", to: "2026-05-31") == ["2026-05-07 jp-flex overtime_average 576001/576000"])
    }

    @Test func `The average includes work on rest days`() throws {
        var story = try Self.story(overtime: [("2026-04-08", 288_000), ("2026-05-13", 288_000)], restWeekday: 7)
        try story.work("2026-05-24", 1)
        #expect(
            try story.warnings(to: "2026-05-31").filter { $0.contains("average") }
                == ["2026-05-24 jp overtime_average 576001/576000"])
    }
}
