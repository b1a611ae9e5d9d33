import Attendance
import Hours
import Testing

@Suite struct `Average weekly work` {
    /// From Monday 5 January 2026: 17 weeks end on 3 May, 24 weeks on 21 June.
    @Test(arguments: [(.de, "2026-06-21"), (.eu, "2026-05-03"), (.uk, "2026-05-03")] as [(RuleSet, String)])
    func `The average over the weeks of a set is 48 hours at most`(rules: RuleSet, sunday: String) throws {
        var story = try WorkStory([rules], from: "2026-01-05")
        try story.work(from: "2026-01-05", to: "2026-12-31", weekdays: 1...6, 28_800)
        #expect(try story.warnings(to: sunday) == [])
        // One second in 17 or 24 weeks: the value is rounded down.
        try story.work(sunday, 1)
        #expect(try story.warnings(to: sunday) == ["\(sunday) \(rules.rawValue) week_average 172800/172800"])
    }

    @Test func `Each Sunday has its own window`() throws {
        var story = try WorkStory([.eu], from: "2026-01-05")
        try story.work(from: "2026-01-05", to: "2026-01-05", 86_400)
        try story.work(from: "2026-01-06", to: "2026-12-31", weekdays: 2...6, 30_240)
        try story.work(from: "2026-01-12", to: "2026-12-31", weekdays: 1...1, 21_600)
        // The Monday of 24 hours leaves the window after 3 May: (16 * 172800 + 237600) * 7 / 119 = 176611.
        #expect(try story.warnings(to: "2026-05-10") == ["2026-05-03 eu week_average 176611/172800"])
    }

    @Test(arguments: [("2026-01-05", true), ("2026-01-06", false)])
    func `The average is checked only if the person was employed on the first day`(from: String, warns: Bool) throws {
        var story = try WorkStory([.eu], from: from)
        try story.work(from: "2026-01-05", to: "2026-05-03", 28_800)
        let expected = warns ? ["2026-05-03 eu week_average 201600/172800"] : []
        #expect(try story.warnings(to: "2026-05-03") == expected)
        // The next window begins on 12 January.
        try story.work(from: "2026-05-04", to: "2026-05-10", 28_800)
        #expect(try story.warnings(from: "2026-05-04", to: "2026-05-10") == ["2026-05-10 eu week_average 201600/172800"])
    }

    @Test func `The rules of the Sunday count, also for earlier work`() throws {
        var story = try WorkStory([], from: "2026-01-05")
        try story.obey([.eu], from: "2026-05-10")
        try story.obey([], from: "2026-05-11")
        try story.work(from: "2026-01-05", to: "2026-06-30", 28_800)
        #expect(try story.warnings(to: "2026-06-30") == ["2026-05-10 eu week_average 201600/172800"])
    }

    /// A week of sickness leaves 114 of 119 days: 2814171 s are less than 48 h a week, 2814172 s are more.
    @Test(
        arguments: [
            (2_814_171, "2026-02-06", .full, nil, true, false), (2_814_172, "2026-02-06", .full, nil, true, true),
            // A free day that it covers does not count either.
            (2_764_800, "2026-02-08", .full, nil, true, false), (2_764_801, "2026-02-08", .full, nil, true, true),
            // Days of other absences and half days count.
            (2_814_172, "2026-02-06", .full, nil, false, false), (2_814_172, "2026-02-06", .morning, nil, true, false),
            // Two half absences are not a full one.
            (2_814_172, "2026-02-06", .morning, .afternoon, true, false),
        ] as [(Int64, String, DayPart, DayPart?, Bool, Bool)])
    func `Full days of neutral absences do not count`(
        worked: Int64, last: String, part: DayPart, other: DayPart?, isNeutral: Bool, warns: Bool
    ) throws {
        var story = try WorkStory([.eu], from: "2026-01-05", days: WorkStory.weekdays)
        try story.leave("2026-02-02", to: last, .part(part), kind: "sick", isNeutral: isNeutral)
        if let other { try story.leave("2026-02-02", to: last, .part(other), kind: "care", isNeutral: isNeutral) }
        try story.work("2026-05-01", worked)
        let expected = warns ? ["2026-05-03 eu week_average 172800/172800"] : []
        #expect(try story.warnings(from: "2026-05-03", to: "2026-05-03") == expected)
    }

    @Test func `A window of neutral days only has no average`() throws {
        var story = try WorkStory([.de, .eu], from: "2026-01-05", days: [28_800])
        try story.leave("2026-01-05", to: "2026-12-31", isNeutral: true)
        try story.work(from: "2026-01-05", to: "2026-06-28", 30_000)
        #expect(try story.warnings(to: "2026-06-28") == [])
    }
}
