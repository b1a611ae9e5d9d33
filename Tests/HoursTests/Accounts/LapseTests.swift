import Hours
import Testing

/// A grant of some hours: id, hours, first day, last day.
private typealias Row = (id: String, hours: Int64, from: String, expires: String?)

/// Grants, days of leave, the last day of the derivation; granted, taken, planned, lapsed, debt and remaining, in hours.
private typealias Case = (name: String, grants: [Row], leave: [String], to: String, hours: [Int64])

private func hours(_ row: Case, through: String? = nil) throws -> [Int64] {
    var scene = try LeaveScene()
    for grant in row.grants { try scene.grant(grant.id, grant.hours, from: grant.from, expires: grant.expires) }
    for day in row.leave { try scene.absence(on: day) }
    return try scene.leave(through: through, to: row.to).hours
}

@Suite struct `Lapse of grants` {
    private static let a: Row = ("a", 16, "2026-01-01", "2026-03-31")

    private static let cases: [Case] = [
        ("nothing before the last day", [a], [], "2026-03-30", [16, 0, 0, 0, 0, 16]),
        ("the rest at the end of the last day", [a], ["2026-03-02"], "2026-03-31", [16, 8, 0, 8, 0, 0]),
        ("leave on the last day comes first", [a], ["2026-03-31"], "2026-03-31", [16, 8, 0, 8, 0, 0]),
        ("leave on the next day is debt", [a], ["2026-04-01"], "2026-04-01", [16, 8, 0, 16, 8, -8]),
        ("a grant that is used up does not lapse", [a], ["2026-03-02", "2026-03-03"], "2026-04-30", [16, 16, 0, 0, 0, 0]),
        (
            "a grant of one day can be used on it", [("a", 16, "2026-03-02", "2026-03-02")], ["2026-03-02"], "2026-03-02",
            [16, 8, 0, 8, 0, 0]
        ),
        ("a grant of one day lapses on it", [("a", 16, "2026-03-02", "2026-03-02")], [], "2026-03-02", [16, 0, 0, 16, 0, 0]),
        (
            "a grant that expired before the first fact", [("a", 16, "2025-01-01", "2025-12-31")], [], "2026-03-02",
            [16, 0, 0, 16, 0, 0]
        ),
        (
            "a grant from before the first fact can be used", [("a", 16, "2025-01-01", "2026-12-31")], ["2026-03-02"],
            "2026-03-02", [16, 8, 0, 0, 0, 8]
        ),
        (
            "only grants that expired lapse", [a, ("b", 16, "2026-01-01", "2026-04-01"), ("c", 16, "2026-01-01", nil)], [],
            "2026-03-31", [48, 0, 0, 16, 0, 32]
        ),
        (
            "all that expired lapse", [a, ("b", 16, "2026-01-01", "2026-04-01"), ("c", 16, "2026-01-01", nil)], [],
            "2026-04-01", [48, 0, 0, 32, 0, 16]
        ),
        (
            "a grant that begins on the last day of the derivation counts", [("a", 16, "2026-03-02", nil)], [], "2026-03-02",
            [16, 0, 0, 0, 0, 16]
        ),
        (
            "a later one does not", [("a", 16, "2026-03-02", nil), ("b", 16, "2026-03-03", nil)], [], "2026-03-02",
            [16, 0, 0, 0, 0, 16]
        ),
        ("leave after the last day of the derivation does not count", [a], ["2026-03-03"], "2026-03-02", [16, 0, 0, 0, 0, 16]),
    ]

    @Test(arguments: cases.indices) func `What is left of a grant lapses at the end of its last day`(index: Int) throws {
        #expect(try hours(Self.cases[index]) == Self.cases[index].hours, "\(Self.cases[index].name)")
    }

    @Test(
        arguments: [
            ("2026-03-01", [16, 0, 16, 0, 0, 0]), ("2026-03-02", [16, 8, 8, 0, 0, 0]), ("2026-03-03", [16, 16, 0, 0, 0, 0]),
            ("2026-12-31", [16, 16, 0, 0, 0, 0]),
        ] as [(String, [Int64])])
    func `Leave after the last day that counts is planned, and used all the same`(through: String, expected: [Int64]) throws {
        #expect(try hours(("", [Self.a], ["2026-03-02", "2026-03-03"], "2026-06-30", []), through: through) == expected)
    }

    @Test func `A grant keeps what lapsed of it`() throws {
        var scene = try LeaveScene()
        try scene.grant("a", 16, from: "2026-01-01", expires: "2026-03-31")
        try scene.absence(on: "2026-03-02")
        let grants = try scene.leave(to: "2026-03-31").grants
        #expect(grants.map(\.id) == ["a"] && grants.map(\.remaining) == [0] && grants.map(\.lapsed) == [28_800])
    }
}

@Suite struct `Debt of leave accounts` {
    private static let cases: [Case] = [
        ("leave without a grant", [], ["2026-03-02"], "2026-03-31", [0, 8, 0, 0, 8, -8]),
        ("leave beyond the grants", [("a", 4, "2026-01-01", nil)], ["2026-03-02"], "2026-03-31", [4, 8, 0, 0, 4, -4]),
        ("leave the day before the begin", [("a", 16, "2026-03-03", nil)], ["2026-03-02"], "2026-03-02", [0, 8, 0, 0, 8, -8]),
        ("a larger grant settles it", [("a", 16, "2026-03-03", nil)], ["2026-03-02"], "2026-03-03", [16, 8, 0, 0, 0, 8]),
        ("a smaller grant settles a part", [("a", 4, "2026-03-03", nil)], ["2026-03-02"], "2026-03-03", [4, 8, 0, 0, 4, -4]),
        (
            "it is settled before leave of the day", [("a", 12, "2026-03-03", nil)], ["2026-03-02", "2026-03-03"], "2026-03-03",
            [12, 16, 0, 0, 4, -4]
        ),
        (
            "leave on the day of the begin is no debt", [("a", 8, "2026-03-02", nil)], ["2026-03-02"], "2026-03-02",
            [8, 8, 0, 0, 0, 0]
        ),
        (
            "a grant of one day settles it, the rest lapses", [("a", 16, "2026-03-03", "2026-03-03")], ["2026-03-02"],
            "2026-03-03", [16, 8, 0, 8, 0, 0]
        ),
        (
            "two grants settle it one after the other", [("a", 4, "2026-03-03", nil), ("b", 8, "2026-03-05", nil)],
            ["2026-03-02"], "2026-03-05", [12, 8, 0, 0, 0, 4]
        ),
        (
            "a grant that begins on a Sunday settles it", [("a", 16, "2026-03-08", nil)], ["2026-03-02"], "2026-03-08",
            [16, 8, 0, 0, 0, 8]
        ),
    ]

    @Test(arguments: cases.indices) func `Debt is settled by grants that begin later`(index: Int) throws {
        #expect(try hours(Self.cases[index]) == Self.cases[index].hours, "\(Self.cases[index].name)")
    }

    /// The debt of 8 hours takes all 6 hours of the grant that expires first, and 2 hours of the other one.
    @Test func `Of grants that begin on one day, the first to use settles first`() throws {
        var scene = try LeaveScene()
        try scene.grant("late", 12, from: "2026-03-03", expires: "2026-12-31")
        try scene.grant("early", 6, from: "2026-03-03", expires: "2026-06-30")
        try scene.absence(on: "2026-03-02")
        #expect(try scene.leave(to: "2026-03-03").left == ["early 0", "late 10"])
    }

    /// The grant that begins first settles all 8 hours, though it expires last.
    @Test func `The grant that begins first settles first, whatever the order of use`() throws {
        var scene = try LeaveScene()
        try scene.grant("second", 16, from: "2026-03-04", expires: "2026-06-30")
        try scene.grant("first", 16, from: "2026-03-03", expires: "2026-12-31")
        try scene.absence(on: "2026-03-02")
        #expect(try scene.leave(to: "2026-03-04").left == ["second 16", "first 8"])
    }
}
