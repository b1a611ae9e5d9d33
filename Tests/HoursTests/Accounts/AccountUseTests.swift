import Attendance
import Hours
import Testing

@Suite struct `Use of leave accounts` {
    /// The target of a day, `hour_s` of the account, what is taken of the day, and the seconds of the account for it.
    @Test(
        arguments: [
            (28_800, 1, .part(.full), 28_800), (28_800, 1, .part(.morning), 14_400), (28_800, 1, .part(.afternoon), 14_400),
            (21_600, 1, .part(.full), 28_800), (21_600, 1, .part(.morning), 14_400), (14_401, 1, .part(.afternoon), 14_400),
            // Two of six hours are a third of a day.
            (21_600, 1, .hours(7200), 9600), (28_800, 1, .hours(7200), 7200), (28_800, 1, .hours(1), 1),
            // No more than the target.
            (21_600, 1, .hours(28_800), 28_800), (21_600, 1, .hours(86_400), 28_800),
            // 7 h 30 min: one hour is 3840 s exactly, or with whole hours, an eighth of a day.
            (27_000, 1, .hours(3600), 3840), (27_000, 3600, .hours(3600), 3600), (27_000, 3600, .hours(27_000), 27_000),
            (28_800, 3600, .hours(3600), 3600), (25_200, 3600, .hours(3600), 4114),
            // Rounded down.
            (27_000, 1, .hours(1), 1), (36_000, 1, .hours(1), 0),
            // Nothing is owed.
            (0, 1, .part(.full), nil), (0, 1, .hours(3600), nil),
        ] as [(Int64, Int64, Absence.Extent, Int64?)])
    func `An absence uses its share of a day of leave`(
        target: Int64, hourSeconds: Int64, extent: Absence.Extent, expected: Int64?
    ) throws {
        var scene = try LeaveScene(target: target, hourSeconds: hourSeconds)
        try scene.absence(on: "2026-03-02", extent)
        #expect(try scene.balances(to: "2026-03-31").accounts.map(\.taken) == (expected.map { [$0] } ?? []))
    }

    private static let week = (from: "2026-03-02", to: "2026-03-08")

    /// Hours taken of 48 in a week of leave, Monday to Sunday, with something else within it.
    private static let weeks: [(String, hours: Int64, change: @Sendable (inout LeaveScene) throws -> Void)] = [
        ("nothing else", 40, { _ in }),
        ("sick on Wednesday", 32, { try $0.absence("sick", on: "2026-03-04") }),
        ("sick in the morning", 36, { try $0.absence("sick", on: "2026-03-04", .part(.morning)) }),
        ("sick from Thursday to next Monday", 24, { try $0.absence("sick", on: "2026-03-05", to: "2026-03-09") }),
        ("sick for an hour, which is leave already", 40, { try $0.absence("sick", on: "2026-03-04", .hours(3600)) }),
        ("a holiday", 32, { try $0.holiday("2026-03-04") }),
        ("a holiday in the afternoon", 36, { try $0.holiday("2026-03-04", .afternoon) }),
        ("a holiday on Sunday", 40, { try $0.holiday("2026-03-08") }),
        (
            "sick on a holiday", 32,
            {
                try $0.holiday("2026-03-04")
                try $0.absence("sick", on: "2026-03-04")
            }
        ),
        ("recorded twice", 40, { try $0.absence(on: "2026-03-04", to: "2026-03-05") }),
        ("other leave, recorded later", 32, { try $0.absence("sabbatical", on: "2026-03-04") }),
    ]

    @Test(arguments: weeks.indices) func `A week of leave uses the days on which nothing else has the first claim`(
        index: Int
    ) throws {
        let (name, hours, change) = Self.weeks[index]
        var scene = try LeaveScene()
        try scene.grant("a", 48, from: "2026-01-01")
        try scene.absence(on: Self.week.from, to: Self.week.to)
        try change(&scene)
        #expect(try scene.leave(to: "2026-03-31").hours == [48, hours, 0, 0, 0, 48 - hours], "\(name)")
    }

    @Test func `Each claim uses the account of its kind`() throws {
        var scene = try LeaveScene()
        try scene.grant("a", 16, from: "2026-01-01")
        try scene.grant("b", 24, from: "2026-01-01", account: "extra")
        try scene.absence(on: "2026-03-02")
        try scene.absence("sabbatical", on: "2026-03-03", .part(.morning))
        let accounts = try scene.balances(to: "2026-03-31").accounts
        #expect(accounts.map(\.account) == ["extra", "leave"])
        #expect(accounts.map(\.hours) == [[24, 4, 0, 0, 0, 20], [16, 8, 0, 0, 0, 8]])
    }

    @Test func `An account is listed from its first grant or use on`() throws {
        var scene = try LeaveScene()
        try scene.absence("sick", on: "2026-03-02")
        try scene.grant("a", 8, from: "2026-03-10")
        try scene.absence("sabbatical", on: "2026-03-11")
        let lists = try ["2026-03-09", "2026-03-10", "2026-03-11"].map { try scene.balances(to: $0).accounts.map(\.account) }
        #expect(lists == [[], ["leave"], ["extra", "leave"]])
    }

    /// Aiko's first day is 5 January.
    @Test func `A grant counts before the first day of employment`() throws {
        var scene = try LeaveScene()
        try scene.grant("a", 8, from: "2026-01-01")
        #expect(try scene.leave(to: "2026-01-02").hours == [8, 0, 0, 0, 0, 8])
    }

    /// U+FF21 precedes U+1F3D6 by code point, but not by UTF-16 units.
    @Test func `Accounts are ordered by code point`() throws {
        var scene = try LeaveScene()
        let names = ["Z", "a", "b", "\u{E4}", "\u{FF21}", "\u{1F3D6}"]
        for name in names.reversed() {
            scene.add(common: .account(LeaveAccount(account: name, daySeconds: 28_800)))
            try scene.grant(name, 8, from: "2026-01-01", mustTake: 2, account: name)
        }
        let balances = try scene.balances(to: "2026-01-31")
        #expect(balances.accounts.map(\.account) == names)
        #expect(balances.obligations.map(\.account) == names)
    }

    /// A void removes an account, but not the facts that name it.
    @Test func `Leave does not use an account without a definition, and its grants stay`() throws {
        var scene = try LeaveScene()
        try scene.grant("a", 8, from: "2026-01-01", mustTake: 10, account: "unknown")
        let start = try #require(CivilDate(text: "2026-01-01"))
        let kind = AbsenceKind(kind: "study", from: start, credit: .full, rank: 10, account: "unknown")
        scene.add(common: .kind(kind))
        try scene.absence("study", on: "2026-01-12")
        let balances = try scene.balances(to: "2026-01-31")
        #expect(balances.accounts.map { [$0.granted, $0.taken, $0.remaining] } == [[28_800, 0, 28_800]])
        #expect(balances.obligations.map(\.taken) == [0])
    }

    @Test func `The first definition of an account counts`() throws {
        var scene = try LeaveScene()
        scene.add(common: .account(LeaveAccount(account: "leave", daySeconds: 36_000)))
        try scene.absence(on: "2026-03-02")
        #expect(try scene.leave(to: "2026-03-02").taken == 28_800)
    }
}
