import Attendance
import Hours
import Testing

@Suite struct `Hand-over` {
    private func lines(_ lines: [HandOverLine]) -> [String] { lines.map { "\($0.period) \($0.item) \($0.value)" } }

    private let march = [
        "2026-03 absence_s 57600", "2026-03 days 20", "2026-03 leave.halves 4", "2026-03 leave.s 57600",
        "2026-03 target_s 633600", "2026-03 worked_s 576000",
    ]

    @Test func `A batch hands over all figures that are not zero`() throws {
        #expect(lines(try ClosingPerson.march().handOver("2026-03", to: "2026-03-31")) == march)
    }

    @Test func `A second batch without changes has no lines`() throws {
        var dana = try ClosingPerson.march()
        try dana.close(try dana.handOver("2026-03", to: "2026-03-31"))
        #expect(try dana.handOver("2026-03", to: "2026-03-31").isEmpty)
        let period = try dana.period("2026-03")
        #expect(period.state == .closed)
        #expect(period.delta.isEmpty)
        #expect(period.handed == period.items.filter { $0.value != 0 })
    }

    @Test func `An hour that is added to closed March is a difference in April's batch`() throws {
        var dana = try ClosingPerson.march()
        try dana.close(try dana.handOver("2026-03", to: "2026-04-02"))
        try dana.work("2026-03-12", 3600)
        let period = try dana.period("2026-03")
        #expect(period.state == .closed)
        #expect(period.handed["worked_s"] == 576_000)
        #expect(period.delta == ["worked_s": 3600, "balance_s": 3600])
        let differences = ["2026-03 balance_s 3600", "2026-03 worked_s 3600"]
        let april = try dana.handOver("2026-04", to: "2026-04-30")
        #expect(lines(april) == differences + ["2026-04 balance_s -633600", "2026-04 target_s 633600"])
        // A second batch for March has the differences, too.
        #expect(lines(try dana.handOver("2026-03", to: "2026-04-30")) == differences)
        try dana.close(april)
        #expect(try dana.handOver("2026-04", to: "2026-04-30").isEmpty)
        let handed = try dana.period("2026-03")
        #expect(handed.handed["worked_s"] == 579_600)
        #expect(handed.delta.isEmpty)
    }

    @Test func `A correction that is taken back after the hand-over is a difference of the other sign`() throws {
        var dana = try ClosingPerson.march()
        let correction = try dana.adjust("2026-03-12", 3600, .payout)
        try dana.close(try dana.handOver("2026-03", to: "2026-03-31"))
        dana.add(.void(target: correction))
        #expect(
            lines(try dana.handOver("2026-03", to: "2026-03-31")) == [
                "2026-03 adjustment.payout -3600", "2026-03 adjustment_s -3600", "2026-03 balance_s -3600",
            ])
    }

    @Test func `Earlier periods that were never closed and later ones are left out`() throws {
        var dana = try ClosingPerson.march()
        try dana.employ(from: "2026-01-01")
        try dana.close("2026-01", ["target_s": 633_000, "balance_s": -633_600])
        try dana.close("2026-05", ["target_s": 1])
        #expect(lines(try dana.handOver("2026-03", to: "2026-06-30")) == ["2026-01 target_s 600"] + march)
    }

    @Test func `Periods that end after the range are left out`() throws {
        var dana = try ClosingPerson.march()
        try dana.close("2026-02", ["days": 1])
        #expect(lines(try dana.handOver("2026-03", to: "2026-03-30")) == ["2026-02 days -1"])
        #expect(lines(try dana.handOver("2026-03", to: "2026-03-31")) == ["2026-02 days -1"] + march)
        #expect(try dana.handOver("2026-03", to: "2026-02-27").isEmpty)
    }

    @Test func `A period that was closed without figures hands over all of them`() throws {
        var dana = try ClosingPerson.march()
        try dana.close("2026-03", [:])
        #expect(try dana.period("2026-03").state == .closed)
        #expect(lines(try dana.handOver("2026-03", to: "2026-03-31")) == march)
    }

    @Test func `A period without days hands over nothing until it was closed with figures`() throws {
        var dana = try ClosingPerson(from: "2026-03-01")
        #expect(try dana.handOver("2025-06", to: "2026-03-31").isEmpty)
        try dana.close("2025-06", ["worked_s": 100])
        #expect(lines(try dana.handOver("2025-06", to: "2026-03-31")) == ["2025-06 worked_s -100"])
    }

    @Test func `The figures of all hand-overs add up`() throws {
        var dana = try ClosingPerson.march()
        try dana.close("2026-03", ["days": 3, "sick.s": 0])
        try dana.close("2026-03", ["days": -1, "lieu.halves": 2])
        #expect(try dana.period("2026-03").handed == ["days": 2, "sick.s": 0, "lieu.halves": 2])
        #expect(try dana.period("2026-03").delta["lieu.halves"] == -2)
        #expect(try dana.period("2026-03").delta["sick.s"] == nil)
    }

    @Test func `Lines are ordered by code point`() throws {
        var dana = try ClosingPerson(from: "2026-03-31")
        // The first of these kinds begins with an e and a combining accent, the last with one character.
        let kinds = ["e\u{301}tude", "Zeit", "\u{E9}quipe", "zeit"]
        for (kind, seconds) in zip(kinds, [7200, 3600, 1800, 900] as [Int64]) {
            try dana.kind(kind, .full)
            try dana.absence(kind, "2026-03-31", "2026-03-31", .hours(seconds))
        }
        #expect(
            try dana.handOver("2026-03", to: "2026-03-31").map { Array($0.item.unicodeScalars.prefix(2)) }
                == [
                    "Ze", "ab", "ba", "e\u{301}", "ta", "ze", "\u{E9}q",
                ].map { Array($0.unicodeScalars) })
    }
}
