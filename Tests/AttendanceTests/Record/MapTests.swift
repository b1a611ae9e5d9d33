import Attendance
import Testing

@Suite struct `Desk map` {
    @Test(
        arguments: [
            (["1 ada start A1 21T09:00"], ["Tokyo A1 ada work 21T09:00"], []),
            (["1 ada start A1 21T09:00", "2 ada pause 21T10:00"], ["Tokyo A1 ada pause 21T09:00"], []),
            (["1 ada start A1 21T09:00", "2 ada end 21T10:00"], [], []),
            (["1 ada start A1 21T09:00", "2 ada start B1 21T10:00"], ["Tokyo B1 ada work 21T10:00"], []),
            // A pause, a resume and another start there keep the desk and its `since`.
            (
                ["1 ada start A1 21T09:00", "2 ada pause 21T10:00", "3 ada start A1 21T11:00", "4 ada start A1 21T11:01"],
                ["Tokyo A1 ada work 21T09:00"], []
            ),
            // Takeover: the earlier holder is deskless until the next start and does not get the desk back by waiting.
            (["1 ada start A1 21T09:00", "2 bo start A1 21T10:00"], ["Tokyo A1 bo work 21T10:00"], ["ada"]),
            (["1 ada start A1 21T09:00", "2 bo start A1 21T10:00", "3 bo end 21T11:00"], [], ["ada"]),
            (
                ["1 ada start A1 21T09:00", "2 bo start A1 21T10:00", "3 bo start B1 21T11:00"], ["Tokyo B1 bo work 21T11:00"],
                ["ada"]
            ),
            (
                ["1 ada start A1 21T09:00", "2 bo start A1 21T10:00", "3 ada pause 21T11:00"], ["Tokyo A1 bo work 21T10:00"],
                ["ada"]
            ),
            (
                ["1 ada start A1 21T09:00", "2 bo start A1 21T10:00", "3 ada start A1 21T11:00"],
                ["Tokyo A1 ada work 21T11:00"], ["bo"]
            ),
            (
                ["1 ada start A1 21T09:00", "2 bo start A1 21T10:00", "3 ada start B1 21T11:00"],
                ["Tokyo A1 bo work 21T10:00", "Tokyo B1 ada work 21T11:00"], []
            ),
            (
                ["1 ada start A1 21T09:00", "2 bo start A1 21T10:00", "3 bo end 21T11:00", "4 ada start A1 21T12:00"],
                ["Tokyo A1 ada work 21T12:00"], []
            ),
            // A holder on a pause can be displaced too.
            (
                ["1 ada start A1 21T09:00", "2 ada pause 21T09:30", "3 bo start A1 21T10:00"], ["Tokyo A1 bo work 21T10:00"],
                ["ada"]
            ),
            // Work away from a desk frees the desk and takes none.
            (["1 add ada start 21T09:00"], [], ["ada"]),
            (["1 ada start A1 21T09:00", "2 add ada start 21T10:00"], [], ["ada"]),
            (
                ["1 ada start A1 21T09:00", "2 add ada start 21T10:00", "3 bo start A1 21T11:00"],
                ["Tokyo A1 bo work 21T11:00"], ["ada"]
            ),
            (
                ["1 add ada start 21T09:00", "2 bo start A1 21T10:00", "3 ada start B1 21T11:00"],
                ["Tokyo A1 bo work 21T10:00", "Tokyo B1 ada work 21T11:00"], []
            ),
            (["1 add ada start 21T09:00", "2 add bo start 21T10:00"], [], ["ada", "bo"]),
            (["1 add ada start 21T09:00", "2 ada end 21T10:00"], [], []),
            // Desks of the same name in two offices are two desks.
            (
                ["1 ada start A1 21T09:00", "2 bo start A1 21T10:00 office=Berlin"],
                ["Berlin A1 bo work 2026-11-21T02:00:00+01:00", "Tokyo A1 ada work 21T09:00"], []
            ),
            // At the same instant an end frees the desk before a start takes it.
            (["1 bo start A1 21T10:00", "2 ada start A1 21T09:00", "3 ada end 21T10:00"], ["Tokyo A1 bo work 21T10:00"], []),
            // A tap that does not count takes no desk.
            (["1 ada start A1 21T09:00", "2 bo start A1 21T10:00", "3 void 2"], ["Tokyo A1 ada work 21T09:00"], []),
            (["1 ada start A1 21T09:00", "2 bo start A1 21T10:00 recv=21T09:00"], ["Tokyo A1 ada work 21T09:00"], []),
        ] as [([String], [String], [String])])
    func `The desk map shows the holder of each desk`(log: [String], map: [String], deskless: [String]) throws {
        var scenario = LogScenario(asOf: "21T18:00")
        scenario.log = log
        var result = try scenario.result()
        #expect(result.map == map)
        #expect(result.deskless == deskless)
        // All people with an open session hold one desk or none, independent of the order of arrival.
        scenario.log = log.filter { !$0.contains("void") }.reversed() + log.filter { $0.contains("void") }
        result = try scenario.result()
        #expect(result.map == map)
        #expect(result.deskless == deskless)
    }

    @Test func `An auto-closed session frees its desk`() throws {
        var scenario = LogScenario("1 ada start A1 21T09:00", asOf: "22T01:00")
        var result = try scenario.result()
        #expect(result.map == ["Tokyo A1 ada work 21T09:00"])
        scenario.asOf = "22T01:00:01"
        result = try scenario.result()
        #expect(result.map == [])
        #expect(result.deskless == [])
        // The next start there is no takeover.
        scenario.log.append("2 bo start A1 22T01:00:01")
        #expect(try scenario.sessions()[0] == "ada auto 21T09:00/22T01:00 work A1 open")
    }

    @Test func `A takeover leaves the displaced person's time untouched and adds a note`() throws {
        let scenario = LogScenario(
            "1 ada start A1 21T09:00", "2 bo start A1 21T10:00", "3 ada start B1 21T11:00", "4 ada end 21T12:00",
            "5 bo end 21T12:00")
        #expect(
            try scenario.sessions() == [
                "ada closed 21T09:00/21T12:00 work A1 7200, work B1 3600; desk_taken_over 2; desk_move 3",
                "bo closed 21T10:00/21T12:00 work A1 7200",
            ])
        #expect(try scenario.rows().allSatisfy { $0.hasSuffix("x1 []") })
    }

    @Test func `A takeover is noted up to the session's deadline`() throws {
        let scenario = LogScenario("1 ada start A1 21T09:00", "2 bo start A1 22T01:00")
        #expect(try scenario.sessions()[0] == "ada auto 21T09:00/22T01:00 work A1 open; desk_taken_over 2")
    }

    /// Two sessions in one second: the note belongs to the open one.
    @Test func `A takeover is noted on the session that was open`() throws {
        let scenario = LogScenario(
            "1 ada start A1 21T09:00:00.1", "2 bo start A1 21T09:00:00.2", "3 ada end 21T09:00:00.3",
            "4 ada start B1 21T09:00:00.4", asOf: "21T09:00")
        #expect(
            try scenario.sessions() == [
                "ada closed 21T09:00/21T09:00 ; desk_taken_over 2", "ada open 21T09:00/ work B1 open",
                "bo open 21T09:00/ work A1 open",
            ])
    }
}
