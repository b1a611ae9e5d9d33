import Attendance
import Hours
import Testing

@Suite struct `Warnings of a schedule` {
    /// Eight hours from Monday to Friday; core time from 10:00 to 15:00.
    private static func story() throws -> WorkStory {
        try WorkStory(
            [.schedule], from: "2026-03-03", days: WorkStory.weekdays, core: Schedule.CoreTime(start: 36_000, end: 54_000))
    }

    @Test(
        arguments: [
            ("10:00-15:00", []),
            ("10:00:01-15:00", ["core_late 1/0"]),
            ("10:00-14:59:59", ["core_early 1/0"]),
            ("11:00-12:00 13:00-14:00", ["core_early 3600/0", "core_late 3600/0"]),
            // The stretch that ends last is not the one that starts last.
            ("09:00-16:00 10:00-11:00", []),
            // A night shift ends after its day.
            ("22:00-30:00", ["core_late 43200/0"]),
            ("", []),
        ] as [(String, [String])])
    func `Work covers the core time`(stretches: String, expected: [String]) throws {
        // By the clocks of the office in which the person works.
        for offset in [-18_000, 3600, 32_400] as [Int64] {
            var story = try Self.story()
            try story.work("2026-03-03", stretches, worked: 3600, offset: offset)
            #expect(try story.warnings(to: "2026-03-03") == expected.map { "2026-03-03 schedule \($0)" })
        }
    }

    /// What a person does not owe on the day.
    enum Free: Sendable {
        case holiday(DayPart)
        case leave(DayPart)
        case hours(Int64)
    }

    @Test(
        arguments: [
            (.holiday(.morning), ["core_early 3600/0"]), (.holiday(.afternoon), ["core_late 3600/0"]), (.holiday(.full), []),
            (.leave(.morning), ["core_early 3600/0"]), (.leave(.afternoon), ["core_late 3600/0"]), (.leave(.full), []),
            (.hours(3600), []),
        ] as [(Free, [String])])
    func `A half with an owner has no core time, a day with hourly leave neither`(
        free: Free, expected: [String]
    ) throws {
        var story = try Self.story()
        switch free {
        case .holiday(let part): try story.holiday("2026-03-03", part)
        case .leave(let part): try story.leave("2026-03-03", .part(part))
        case .hours(let seconds): try story.leave("2026-03-03", .hours(seconds))
        }
        try story.work("2026-03-03", "11:00-14:00")
        #expect(try story.warnings(to: "2026-03-03") == expected.map { "2026-03-03 schedule \($0)" })
    }

    @Test func `A day on which nothing is owed has no core time`() throws {
        var story = try Self.story()
        try story.work("2026-03-07", "11:00-14:00")
        #expect(try story.warnings(from: "2026-03-07", to: "2026-03-08") == [])
    }

    @Test(
        arguments: [
            ([], 28_800), ([.holiday(.full)], nil), ([.holiday(.morning)], 14_400), ([.leave(.full)], nil),
            ([.holiday(.morning), .leave(.afternoon)], nil), ([.leave(.afternoon)], 14_400), ([.hours(7200)], 21_600),
            ([.hours(28_800)], nil), ([.leave(.morning), .hours(86_400)], nil),
        ] as [([Free], Int64?)])
    func `A day without work warns of the part that nothing else takes`(free: [Free], missing: Int64?) throws {
        var story = try Self.story()
        for free in free {
            switch free {
            case .holiday(let part): try story.holiday("2026-03-03", part)
            case .leave(let part): try story.leave("2026-03-03", .part(part))
            case .hours(let seconds): try story.leave("2026-03-03", .hours(seconds), kind: "hourly")
            }
        }
        let expected = missing.map { ["2026-03-03 schedule missing_day 0/\($0)"] } ?? []
        #expect(try story.warnings(to: "2026-03-03") == expected)
    }

    @Test func `A second of work is enough, and a later day is not missing yet`() throws {
        var story = try Self.story()
        try story.work("2026-03-03", 1)
        #expect(
            try story.warnings(to: "2026-03-31", through: "2026-03-09") == [
                "2026-03-04 schedule missing_day 0/28800", "2026-03-05 schedule missing_day 0/28800",
                "2026-03-06 schedule missing_day 0/28800", "2026-03-09 schedule missing_day 0/28800",
            ])
    }
}
