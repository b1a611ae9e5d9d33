import Hours
import Testing

@Suite struct `Obligations to take leave` {
    /// The first day of a grant and the last day of the year that begins on it.
    @Test(
        arguments: [
            ("2026-04-01", "2027-03-31"), ("2026-01-01", "2026-12-31"), ("2027-03-01", "2028-02-29"),
            ("2028-03-01", "2029-02-28"), ("2027-02-28", "2028-02-27"), ("2028-02-28", "2029-02-27"),
            ("2028-02-29", "2029-02-28"), ("2096-02-29", "2097-02-28"), ("2026-12-31", "2027-12-30"),
        ])
    func `An obligation is due on the last day of the year that begins with its grant`(from: String, due: String) throws {
        var scene = try LeaveScene()
        try scene.grant("a", 80, from: from, mustTake: 10)
        let obligation = try #require(try scene.balances(to: from).obligations.first)
        #expect(obligation.due.description == due)
        #expect(obligation.account == "leave" && obligation.grant == "a" && obligation.needed == 10)
    }

    /// Leave for an obligation of 4 halves from 2 March 2026 on, due on 1 March 2027; the last day that counts, the last day of
    /// the derivation; the halves taken and planned, and the state.
    private static let cases:
        [(
            String, leave: [(from: String, to: String, extent: Absence.Extent)], through: String, to: String, taken: Int64,
            planned: Int64, state: Obligation.State
        )] = [
            ("nothing yet", [], "2026-03-31", "2026-03-31", 0, 0, .open),
            ("two days", [("2026-03-03", "2026-03-04", .part(.full))], "2026-03-31", "2026-03-31", 4, 0, .done),
            ("from the first day on", [("2026-03-02", "2026-03-03", .part(.full))], "2026-03-31", "2026-03-31", 4, 0, .done),
            ("not before it", [("2026-02-26", "2026-03-02", .part(.full))], "2026-03-31", "2026-03-31", 2, 0, .open),
            ("half days", [("2026-03-02", "2026-03-06", .part(.morning))], "2026-03-31", "2026-03-31", 5, 0, .done),
            ("one half too few", [("2026-03-02", "2026-03-04", .part(.afternoon))], "2026-03-31", "2026-03-31", 3, 0, .open),
            (
                "hourly leave does not count", [("2026-03-02", "2026-03-06", .hours(28_800))], "2026-03-31", "2026-03-31", 0, 0,
                .open
            ),
            ("planned", [("2026-03-03", "2026-03-04", .part(.full))], "2026-03-02", "2026-03-31", 0, 4, .open),
            ("partly planned", [("2026-03-03", "2026-03-04", .part(.full))], "2026-03-03", "2026-03-31", 2, 2, .open),
            ("planned before the grant", [("2026-03-03", "2026-03-04", .part(.full))], "2026-02-02", "2026-03-31", 0, 4, .open),
            (
                "planned, but not before the grant", [("2026-02-26", "2026-03-02", .part(.full))], "2026-02-02", "2026-03-31",
                0,
                2, .open
            ),
            (
                "planned until the last day of the derivation", [("2026-03-03", "2026-03-06", .part(.full))], "2026-03-02",
                "2026-03-04", 0, 4, .open
            ),
            (
                "planned until the day due", [("2027-02-26", "2027-03-05", .part(.full))], "2026-03-31", "2027-12-31", 0, 4,
                .open
            ),
            ("open the day before it is due", [], "2027-02-28", "2027-12-31", 0, 0, .open),
            ("missed on the day due", [], "2027-03-01", "2027-03-01", 0, 0, .missed),
            (
                "planned on the day due",
                [("2026-03-03", "2026-03-03", .part(.full)), ("2027-03-01", "2027-03-01", .part(.full))], "2027-02-28",
                "2027-03-01", 2, 2, .open
            ),
            (
                "done on the day due",
                [("2026-03-03", "2026-03-03", .part(.full)), ("2027-03-01", "2027-03-01", .part(.full))], "2027-03-01",
                "2027-03-01", 4, 0, .done
            ),
            ("missed by later leave", [("2027-03-02", "2027-03-05", .part(.full))], "2027-12-31", "2027-12-31", 0, 0, .missed),
            ("done for ever", [("2026-03-03", "2026-03-04", .part(.full))], "2030-12-31", "2030-12-31", 4, 0, .done),
        ]

    @Test(arguments: cases.indices) func `An obligation is done by half days of leave until it is due`(index: Int) throws {
        let (name, leave, through, to, taken, planned, state) = Self.cases[index]
        var scene = try LeaveScene()
        try scene.grant("a", 80, from: "2026-03-02", expires: "2028-03-01", mustTake: 4)
        for absence in leave { try scene.absence(on: absence.from, to: absence.to, absence.extent) }
        let obligation = try #require(try scene.balances(through: through, to: to).obligations.first)
        #expect(obligation.taken == taken && obligation.planned == planned && obligation.state == state, "\(name)")
    }

    @Test func `An obligation begins with its grant, and a grant without one has none`() throws {
        var scene = try LeaveScene()
        try scene.grant("plain", 80, from: "2026-01-01")
        try scene.grant("later", 80, from: "2026-03-03", mustTake: 10)
        #expect(try scene.balances(to: "2026-03-02").obligations.isEmpty)
        #expect(try scene.balances(to: "2026-03-03").obligations.map(\.grant) == ["later"])
    }

    /// Sickness has no account, and `sabbatical` another one.
    @Test func `Only absences of the grant's account count`() throws {
        var scene = try LeaveScene()
        try scene.grant("a", 80, from: "2026-01-01", mustTake: 2)
        try scene.absence("sick", on: "2026-03-02")
        try scene.absence("sabbatical", on: "2026-03-03")
        try scene.absence(on: "2026-03-04", .part(.morning))
        #expect(try scene.balances(to: "2026-03-31").obligations.map(\.taken) == [1])
    }

    /// The leave is paid by another grant, and beyond all grants by none.
    @Test func `Leave counts whichever grant it uses`() throws {
        var scene = try LeaveScene()
        try scene.grant("old", 8, from: "2025-04-01", expires: "2026-04-30")
        try scene.grant("new", 8, from: "2026-03-02", expires: "2028-03-01", mustTake: 10)
        try scene.absence(on: "2026-03-02", to: "2026-03-05")
        let balances = try scene.balances(to: "2026-03-31")
        #expect(balances.accounts.map(\.debt) == [57_600])
        #expect(balances.obligations.map(\.taken) == [8])
    }

    @Test func `Obligations are in the order of accounts and of their use`() throws {
        var scene = try LeaveScene()
        try scene.grant("c", 80, from: "2026-01-01", mustTake: 10)
        try scene.grant("b", 80, from: "2026-01-01", expires: "2026-12-31", mustTake: 10)
        try scene.grant("a", 80, from: "2026-01-01", mustTake: 10, account: "extra")
        #expect(try scene.balances(to: "2026-01-31").obligations.map(\.grant) == ["a", "b", "c"])
    }

    @Test func `A day of leave with half a holiday counts as a half`() throws {
        var scene = try LeaveScene()
        try scene.holiday("2026-03-03", .afternoon)
        try scene.grant("a", 80, from: "2026-01-01", mustTake: 4)
        try scene.absence(on: "2026-03-02", to: "2026-03-03")
        #expect(try scene.balances(to: "2026-03-31").obligations.map(\.taken) == [3])
    }
}
