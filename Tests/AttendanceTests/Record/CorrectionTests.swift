import Attendance
import Testing

@Suite struct `Corrections` {
    /// A day from 9:00 to 18:00 after successive corrections.
    @Test(
        arguments: [
            (["3 amend 1 at=21T10:00"], "21T10:00/21T18:00 work 28800 x1 [corrected]"),
            (["3 amend 1 at=21T10:00", "4 amend 1 at=21T11:00"], "21T11:00/21T18:00 work 25200 x1 [corrected]"),
            // The server's order counts, not the clock's.
            (
                ["3 amend 1 at=21T10:00 recv=26T00:00", "4 amend 1 at=21T11:00 recv=22T00:00"],
                "21T11:00/21T18:00 work 25200 x1 [corrected]"
            ),
            (["3 amend 1 desk=B1", "4 amend 1 at=21T10:00"], "21T10:00/21T18:00 work 28800 x1 [corrected]"),
            (["3 void 2"], "21T09:00/ unconfirmed 57600 x1 [missing_end;voided]"),
            (["3 void 2", "4 void 2"], "21T09:00/ unconfirmed 57600 x1 [missing_end;voided]"),
            (["3 void 2", "4 amend 2 at=21T17:00"], "21T09:00/ unconfirmed 57600 x1 [missing_end;voided]"),
            (["3 void 2", "4 restore 2"], "21T09:00/21T18:00 work 32400 x1 [corrected]"),
            (["3 void 2", "4 void 2", "5 restore 2"], "21T09:00/21T18:00 work 32400 x1 [corrected]"),
            (["3 amend 2 at=21T17:00", "4 void 2", "5 restore 2"], "21T09:00/21T17:00 work 28800 x1 [corrected]"),
            (["3 restore 2", "4 void 2"], "21T09:00/ unconfirmed 57600 x1 [missing_end;voided]"),
            (["3 void 1", "4 void 2"], "/ x0 [voided]"),
            (["3 void 1"], "/ x0 [end_without_start;voided]"),
            (["3 amend 2 kind=pause"], "21T09:00/ work 32400 x1 [corrected;missing_end]"),
            (
                ["3 add ada pause 21T12:00", "4 add ada start A1 21T13:00"],
                "21T09:00/21T18:00 work 28800 pause 3600 x1 [corrected]"
            ),
        ] as [([String], String)])
    func `Corrections apply to a tap in the server's order`(corrections: [String], row: String) throws {
        var scenario = LogScenario("1 ada start A1 21T09:00", "2 ada end 21T18:00")
        scenario.log += corrections
        #expect(try scenario.outcomes().allSatisfy { $0 == "accepted" })
        #expect(try scenario.rows() == ["ada 2026-11-21 Tokyo \(row)"])
    }

    @Test(
        arguments: [
            ([], ["2026-11-20 Tokyo / x0 [quarantined]"]),
            (["2 amend 1 at=21T18:00"], ["2026-11-21 Tokyo / x0 [corrected;end_without_start]"]),
            (["2 restore 1"], ["2026-11-23 Tokyo / x0 [corrected;end_without_start]"]),
            (["2 amend 1 kind=pause"], ["2026-11-20 Tokyo / x0 [quarantined]"]),
            (["2 void 1"], ["2026-11-20 Tokyo / x0 [voided]"]),
            (["2 void 1", "3 restore 1"], ["2026-11-23 Tokyo / x0 [corrected;end_without_start]"]),
            (["2 amend 1 at=21T18:00", "3 void 1"], ["2026-11-21 Tokyo / x0 [voided]"]),
            (["2 void 1", "3 amend 1 at=21T18:00"], ["2026-11-21 Tokyo / x0 [voided]"]),
        ] as [([String], [String])])
    func `Corrections release a quarantined tap`(corrections: [String], rows: [String]) throws {
        var scenario = LogScenario("1 ada end 23T18:00 recv=20T18:00")
        scenario.log += corrections
        #expect(try scenario.rows() == rows.map { "ada \($0)" })
    }

    @Test(
        arguments: [
            // A day never vanishes because of a correction.
            (
                ["2 amend 1 at=20T18:00"],
                ["2026-11-20 Tokyo / x0 [corrected;end_without_start]", "2026-11-21 Tokyo / x0 [moved]"]
            ),
            (
                ["2 amend 1 office=Berlin"],
                ["2026-11-21 Berlin / x0 [corrected;end_without_start]", "2026-11-21 Tokyo / x0 [moved]"]
            ),
            (["2 amend 1 at=20T18:00", "3 amend 1 at=21T12:00"], ["2026-11-21 Tokyo / x0 [corrected;end_without_start]"]),
            (["2 amend 1 at=21T12:00"], ["2026-11-21 Tokyo / x0 [corrected;end_without_start]"]),
            (["2 amend 1 at=20T18:00", "3 void 1"], ["2026-11-20 Tokyo / x0 [voided]", "2026-11-21 Tokyo / x0 [moved]"]),
            (["2 void 1"], ["2026-11-21 Tokyo / x0 [voided]"]),
        ] as [([String], [String])])
    func `A correction that removes a tap from a day leaves a flag on that day`(corrections: [String], rows: [String]) throws {
        var scenario = LogScenario("1 ada end 21T18:00")
        scenario.log += corrections
        #expect(try scenario.rows() == rows.map { "ada \($0)" })
    }

    @Test func `A corrected tap keeps its original values`() throws {
        let scenario = LogScenario("1 ada start A1 21T09:00", "2 amend 1 at=21T10:00 office=Berlin")
        let event = try #require(try scenario.ingested().events["ada"]?.first)
        #expect(event.originalAt == Instant(rfc3339: "2026-11-21T09:00:00+09:00"))
        #expect(event.at == Instant(rfc3339: "2026-11-21T10:00:00+09:00"))
        #expect(event.originalOffice == 1)
        #expect(event.office == 0)
    }
}
