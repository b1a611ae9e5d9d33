import Hours
import Testing

/// A grant of some hours: id, hours, first day, last day.
private typealias Row = (id: String, hours: Int64, from: String, expires: String?)

@Suite struct `Order of use of grants` {
    /// Grants in the order of recording, days of leave, and what is left on 31 March 2026, in the order of use.
    private static let cases: [(String, [Row], leave: [String], left: [String])] = [
        (
            "earlier expiry first, though it began and was recorded later",
            [("a", 16, "2026-03-01", "2026-12-31"), ("b", 16, "2026-03-02", "2026-06-30")], ["2026-03-03"], ["b 8", "a 16"]
        ),
        (
            "no expiry last, though it began first",
            [("a", 16, "2026-01-01", nil), ("b", 16, "2026-03-01", "2026-12-31")], ["2026-03-03"], ["b 8", "a 16"]
        ),
        (
            "one expiry: earlier begin first",
            [("a", 16, "2026-03-01", "2026-12-31"), ("b", 16, "2026-02-01", "2026-12-31")], ["2026-03-03"], ["b 8", "a 16"]
        ),
        (
            "no expiry: earlier begin first", [("a", 16, "2026-03-01", nil), ("b", 16, "2026-02-01", nil)], ["2026-03-03"],
            ["b 8", "a 16"]
        ),
        (
            "one expiry and begin: recorded first",
            [("b", 16, "2026-03-01", "2026-12-31"), ("a", 16, "2026-03-01", "2026-12-31")], ["2026-03-03"], ["b 8", "a 16"]
        ),
        (
            "no expiry, one begin: recorded first", [("b", 16, "2026-03-01", nil), ("a", 16, "2026-03-01", nil)],
            ["2026-03-03"], ["b 8", "a 16"]
        ),
        (
            "the next grant when one is used up",
            [("a", 8, "2026-01-01", "2026-06-30"), ("b", 16, "2026-01-01", "2026-12-31")], ["2026-03-02", "2026-03-03"],
            ["a 0", "b 8"]
        ),
        (
            "one claim from two grants", [("a", 4, "2026-01-01", "2026-06-30"), ("b", 8, "2026-01-01", "2026-12-31")],
            ["2026-03-02"], ["a 0", "b 4"]
        ),
        (
            "one claim from three grants",
            [("a", 3, "2026-01-01", "2026-06-30"), ("b", 3, "2026-01-01", "2026-07-31"), ("c", 3, "2026-01-01", nil)],
            ["2026-03-02"], ["a 0", "b 0", "c 1"]
        ),
        (
            "a grant of 0 is passed over", [("a", 0, "2026-01-01", "2026-06-30"), ("b", 8, "2026-01-01", "2026-12-31")],
            ["2026-03-02"], ["a 0", "b 0"]
        ),
        (
            "a grant that begins later is not used, though it expires earlier",
            [("a", 8, "2026-03-01", "2026-12-31"), ("b", 8, "2026-03-10", "2026-04-30")], ["2026-03-02"], ["b 8", "a 0"]
        ),
        (
            "an expired grant is not used", [("a", 8, "2026-01-01", "2026-03-01"), ("b", 8, "2026-01-01", "2026-12-31")],
            ["2026-03-02"], ["a 0", "b 0"]
        ),
        (
            "a grant with an earlier expiry takes over when it begins",
            [("a", 24, "2026-01-01", nil), ("b", 8, "2026-03-03", "2026-12-31")], ["2026-03-02", "2026-03-04"],
            ["b 0", "a 16"]
        ),
        (
            "seven grants, recorded and begun in mixed order",
            [
                ("d", 1, "2026-02-04", "2026-07-04"), ("g", 1, "2026-02-01", nil), ("b", 1, "2026-02-06", "2026-07-02"),
                ("f", 1, "2026-02-02", "2026-07-06"), ("a", 1, "2026-02-07", "2026-07-01"),
                ("e", 1, "2026-02-03", "2026-07-05"), ("c", 1, "2026-02-05", "2026-07-03"),
            ], ["2026-03-02"], ["a 0", "b 0", "c 0", "d 0", "e 0", "f 0", "g 0"]
        ),
        (
            "days of leave in the opposite order of recording",
            [
                ("a", 8, "2026-01-01", "2026-03-02"),
                ("b", 8, "2026-01-01", nil),
            ], ["2026-03-03", "2026-03-02"], ["a 0", "b 0"]
        ),
    ]

    @Test(arguments: cases.indices) func `Grants are used by expiry, then begin, then recording`(index: Int) throws {
        let (name, grants, leave, left) = Self.cases[index]
        var scene = try LeaveScene()
        for grant in grants { try scene.grant(grant.id, grant.hours, from: grant.from, expires: grant.expires) }
        for day in leave { try scene.absence(on: day) }
        #expect(try scene.leave(to: "2026-03-31").left == left, "\(name)")
    }
}
