import Attendance
import Hours
import Testing

@Suite struct `Rest between days` {
    @Test(
        arguments: [
            ("15:00-20:00", "07:00-12:00", nil),
            ("15:00-20:00", "06:59:59-12:00", 39_599),
            // A night shift belongs to the day of its start.
            ("22:00-26:00 26:30-30:00", "17:00-21:00", nil),
            ("22:00-26:00 26:30-30:00", "16:59:59-21:00", 39_599),
            // Work that goes on, or that another office records at the same time, has no rest to check.
            ("22:00-26:00 26:30-30:00", "06:00-08:00", nil),
            ("22:00-26:00 26:30-30:00", "05:00-08:00", nil),
            ("22:00-26:00 26:30-30:00", "06:00:01-08:00", 1),
            // The stretch that ends last is not the one that starts last.
            ("16:00-21:00 17:00-17:30", "07:00-12:00", 36_000),
        ] as [(String, String, Int64?)])
    func `The rest before a day's work is eleven hours or more`(monday: String, tuesday: String, rest: Int64?) throws {
        for rules in [.de, .eu, .uk] as [RuleSet] {
            var story = try WorkStory([rules])
            try story.work("2026-03-02", monday)
            try story.work("2026-03-03", tuesday)
            let expected = rest.map { ["2026-03-03 \(rules.rawValue) rest_short \($0)/39600"] } ?? []
            #expect(try story.warnings(from: "2026-03-03", to: "2026-03-03") == expected)
        }
    }

    @Test func `Rest counts from the nearest earlier day with stretches`() throws {
        var story = try WorkStory([.eu])
        try story.work("2026-03-02", "22:00-26:00 42:00-47:00")
        try story.work("2026-03-03", "", worked: 3600)
        try story.work("2026-03-04", "07:00-12:00")
        // Tuesday's work until 23:00 belongs to Monday.
        #expect(try story.warnings(to: "2026-03-04") == ["2026-03-04 eu rest_short 28800/39600"])
    }

    @Test func `A day without known stretches begins and ends no rest`() throws {
        var story = try WorkStory([.eu])
        try story.work("2026-03-02", 36_000)
        try story.work("2026-03-03", "01:00-05:00")
        try story.work("2026-03-04", 36_000)
        try story.work("2026-03-05", "01:00-05:00")
        #expect(try story.warnings(to: "2026-03-05") == [])
    }

    @Test func `Rest is an hour shorter when the clocks go forward`() throws {
        var story = try WorkStory([.de])
        try story.work("2026-03-28", "18:00-22:00", offset: 3600)
        try story.work("2026-03-29", "09:00-12:00", offset: 7200)
        #expect(try story.warnings(to: "2026-03-29") == ["2026-03-29 de rest_short 36000/39600"])
    }

    @Test func `Japan has no rest between days to check`() throws {
        var story = try WorkStory([.jp])
        try story.work("2026-03-02", "18:00-23:00")
        try story.work("2026-03-03", "01:00-05:00")
        #expect(try story.warnings(to: "2026-03-03") == [])
    }
}
