import Attendance
import Hours
import Testing

@Suite struct `Breaks of a day` {
    /// Each limit, and one second beyond it.
    @Test(
        arguments: [
            (.de, "08:00-14:00", []),
            (.de, "08:00-14:00:01", ["break_short 0/1800", "unbroken 21601/21600"]),
            (.de, "08:00-11:00 11:15-14:15:01", ["break_short 900/1800"]),
            (.de, "08:00-11:00 11:14:59-14:15:01", ["break_short 0/1800", "unbroken 21602/21600"]),
            (.de, "08:00-12:00 12:30-17:00", []),
            (.de, "08:00-12:00 12:29:59-17:00", ["break_short 1799/1800"]),
            (.de, "08:30-12:00 12:20-17:20", ["break_short 1200/1800"]),
            (.de, "08:00-11:00 11:15-14:00 14:15-17:00", []),
            (.de, "08:00-10:00 10:10-12:00 12:10-14:00 14:10-15:00", ["break_short 0/1800", "unbroken 23400/21600"]),
            (.de, "08:00-12:00 12:30-17:30", []),
            (.de, "08:00-12:00 12:30-17:30:01", ["break_short 1800/2700"]),
            (.de, "08:00-12:00 12:45-17:45:01", []),
            (.de, "06:00-08:00 08:30-14:30", []),
            (.de, "06:00-08:00 08:30-14:30:01", ["unbroken 21601/21600"]),
            (.de, "08:00-13:00 13:45-18:45", []),
            (.de, "08:00-13:00 13:45-18:45:01", ["day_long 36001/36000"]),
            (.de, "22:00-26:00 26:30-30:30", []),
            (.uk, "08:00-14:00", []),
            (.uk, "08:00-14:00:01", ["break_short 0/1200"]),
            (.uk, "08:00-11:00 11:20-15:00", []),
            (.uk, "08:00-11:00 11:19:59-15:00", ["break_short 0/1200"]),
            (.uk, "08:00-11:00 11:15-14:00 14:15-17:00", ["break_short 0/1200"]),
            (.jp, "08:00-14:00", []),
            (.jp, "08:00-10:00 10:05-12:00 12:40-14:45:01", []),
            (.jp, "08:00-12:00 12:44:59-15:00", ["break_short 2699/2700"]),
            (.jp, "08:00-12:00 12:45-16:45", []),
            (.jp, "08:00-12:00 12:45-16:45:01", ["break_short 2700/3600"]),
            (.jp, "08:00-12:00 13:00-17:00:01", []),
            (.jpFlex, "08:00-12:00 12:45-16:45:01", ["break_short 2700/3600"]),
            (.eu, "08:00-20:00", []),
        ] as [(RuleSet, String, [String])])
    func `A day's work needs the breaks of each set of rules`(rules: RuleSet, stretches: String, expected: [String]) throws {
        var story = try WorkStory([rules])
        try story.work("2026-03-02", stretches)
        #expect(try story.warnings(to: "2026-03-02") == expected.map { "2026-03-02 \(rules.rawValue) \($0)" })
    }

    /// Sessions in two offices may overlap or touch, and come in any order.
    @Test(
        arguments: [
            ("08:00-11:00 11:00-14:00:01", ["break_short 0/1800", "unbroken 21601/21600"]),
            ("08:00-11:00 10:00-13:00 13:30-15:00", []),
            ("08:00-12:00 09:00-10:00 12:20-16:00", ["break_short 1200/1800"]),
            ("08:00-14:00 09:00-10:00", ["break_short 0/1800"]),
            ("12:30-17:00 08:00-12:00", []),
        ] as [(String, [String])])
    func `Time that two stretches share is no break and is worked once in a run`(stretches: String, expected: [String]) throws {
        var story = try WorkStory([.de])
        try story.work("2026-03-02", stretches)
        #expect(try story.warnings(to: "2026-03-02") == expected.map { "2026-03-02 de \($0)" })
    }

    @Test func `Only the length of the day is checked without known stretches`() throws {
        var story = try WorkStory([.de])
        try story.work("2026-03-02", 36_001)
        #expect(try story.warnings(to: "2026-03-02") == ["2026-03-02 de day_long 36001/36000"])
    }

    @Test func `Each set of rules warns by itself, ordered by rule and code`() throws {
        var story = try WorkStory(
            [.uk, .jpFlex, .schedule, .de, .jp, .de], days: WorkStory.weekdays,
            core: Schedule.CoreTime(start: 25_200, end: 61_200))
        try story.work("2026-03-02", "08:00-14:00:01")
        #expect(
            try story.warnings(from: "2026-03-02", to: "2026-03-02") == [
                "2026-03-02 de break_short 0/1800", "2026-03-02 de unbroken 21601/21600", "2026-03-02 jp break_short 0/2700",
                "2026-03-02 jp-flex break_short 0/2700", "2026-03-02 schedule core_early 10799/0",
                "2026-03-02 schedule core_late 3600/0", "2026-03-02 uk break_short 0/1200",
            ])
    }

    @Test func `Days without rules, outside the range or after the last day that counts do not warn`() throws {
        var story = try WorkStory([])
        try story.obey([.de], from: "2026-03-03")
        for day in 2...6 { try story.work("2026-03-0\(day)", 36_001) }
        #expect(try story.warnings(to: "2026-03-06", through: "2026-03-03") == ["2026-03-03 de day_long 36001/36000"])
        #expect(try story.warnings(from: "2026-03-04", to: "2026-03-04") == ["2026-03-04 de day_long 36001/36000"])
        #expect(try story.warnings(from: "2026-03-05", to: "2026-03-04") == [])
    }
}
