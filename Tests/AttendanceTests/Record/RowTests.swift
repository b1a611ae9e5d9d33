import Attendance
import Testing

@Suite struct `Daily rows` {
    /// Each flag, and the closest case without it.
    @Test(
        arguments: [
            (["1 ada start A1 21T09:00", "2 ada end 21T10:00"], "21T09:00/21T10:00 work 3600 x1 []"),
            (["1 ada end 21T10:00"], "/ x0 [end_without_start]"),
            (["1 ada pause 21T10:00"], "/ x0 [pause_without_start]"),
            (["1 ada pause 21T10:00", "2 ada end 21T11:00"], "/ x0 [end_without_start;pause_without_start]"),
            (
                ["1 ada start A1 21T09:00", "2 ada start A1 21T09:05:00.9", "3 ada end 21T10:00"],
                "21T09:00/21T10:00 work 3600 x1 []"
            ),
            (
                ["1 ada start A1 21T09:00", "2 ada start A1 21T09:05:01", "3 ada end 21T10:00"],
                "21T09:00/21T10:00 work 3600 x1 [suspect_missing_pause]"
            ),
            (
                ["1 ada start A1 21T09:00", "2 ada start B1 21T09:30", "3 ada end 21T10:00"],
                "21T09:00/21T10:00 work 3600 x1 []"
            ),
            (
                ["1 ada start A1 21T09:00", "2 ada pause 21T09:10", "3 ada pause 21T09:15", "4 ada end 21T10:00"],
                "21T09:00/21T10:00 work 600 pause 3000 x1 []"
            ),
            (
                ["1 ada start A1 21T09:00", "2 ada pause 21T09:10", "3 ada pause 21T09:15:01", "4 ada end 21T10:00"],
                "21T09:00/21T10:00 work 600 pause 3000 x1 [suspect_missing_start]"
            ),
            (["1 ada start A1 21T09:00", "2 ada end 21T10:00 recv=21T10:15"], "21T09:00/21T10:00 work 3600 x1 []"),
            (["1 ada start A1 21T09:00", "2 ada end 21T10:00 recv=21T10:15:00.001"], "21T09:00/21T10:00 work 3600 x1 [late]"),
            (["1 ada end 21T10:00 recv=21T11:00"], "/ x0 [end_without_start;late]"),
            // An amended or added time is not late. A voided tap has only the flag `voided`.
            (
                ["1 ada start A1 21T09:00", "2 ada end 21T10:00 recv=21T11:00", "3 amend 2 at=21T09:59"],
                "21T09:00/21T09:59 work 3540 x1 [corrected]"
            ),
            (
                ["1 ada start A1 21T09:00", "2 ada end 21T10:00 recv=21T11:00", "3 amend 2 desk=A1"],
                "21T09:00/21T10:00 work 3600 x1 [corrected;late]"
            ),
            (["1 ada start A1 21T09:00", "2 add ada end 21T10:00"], "21T09:00/21T10:00 work 3600 x1 [corrected]"),
            (["1 ada end 21T10:00 recv=21T11:00", "2 void 1"], "/ x0 [voided]"),
            (["1 ada end 21T10:00 recv=21T09:00"], "/ x0 [quarantined]"),
            // First in is the first start; last out is the end of the last session, empty if it has none.
            (
                ["1 ada start A1 21T09:00", "2 ada end 21T10:00", "3 ada start A1 21T11:00", "4 ada end 21T12:00"],
                "21T09:00/21T12:00 work 7200 x2 []"
            ),
            (
                ["1 ada start A1 21T09:00", "2 ada end 21T10:00", "3 ada start A1 21T11:00"],
                "21T09:00/ work 3600 unconfirmed 57600 x2 [missing_end]"
            ),
            (
                ["1 ada end 21T08:00", "2 ada start A1 21T09:00", "3 ada end 21T10:00"],
                "21T09:00/21T10:00 work 3600 x1 [end_without_start]"
            ),
        ] as [([String], String)])
    func `A daily row has the flags of its taps and sessions`(log: [String], row: String) throws {
        var scenario = LogScenario()
        scenario.log = log
        #expect(try scenario.rows() == ["ada 2026-11-21 Tokyo \(row)"])
    }

    @Test func `Daily rows are ordered by user, working day and office`() throws {
        let scenario = LogScenario(
            "1 bo end 21T09:00", "2 ada end 22T09:00", "3 ada end 21T12:00", "4 ada end 21T12:00 office=Berlin")
        #expect(
            try scenario.rows() == [
                "ada 2026-11-21 Berlin / x0 [end_without_start]", "ada 2026-11-21 Tokyo / x0 [end_without_start]",
                "ada 2026-11-22 Tokyo / x0 [end_without_start]", "bo 2026-11-21 Tokyo / x0 [end_without_start]",
            ])
    }

    /// The start decides the working day and the office of a session.
    @Test func `A session belongs to the office of its first start`() throws {
        let scenario = LogScenario(
            "1 ada start A1 21T01:00", "2 ada start A1 21T02:00 office=Berlin", "3 ada end 21T03:00 office=Berlin")
        #expect(try scenario.rows() == ["ada 2026-11-21 Tokyo 21T01:00/21T03:00 work 7200 x1 []"])
        let berlin = LogScenario("1 ada start A1 21T01:00 office=Berlin", "2 ada end 21T03:00")
        #expect(
            try berlin.rows() == [
                "ada 2026-11-20 Berlin 2026-11-20T17:00:00+01:00/2026-11-20T19:00:00+01:00 work 7200 x1 []"
            ])
    }

    @Test(arguments: [
        ("04:59:59.999", "2026-11-20"), ("05:00", "2026-11-21"), ("05:00:00.001", "2026-11-21"), ("23:59", "2026-11-21"),
    ])
    func `A working day begins at the boundary`(time: String, date: String) throws {
        let scenario = LogScenario("1 ada end 21T\(time)", boundary: "05:00")
        #expect(try scenario.rows() == ["ada \(date) Tokyo / x0 [end_without_start]"])
    }

    @Test func `A night counts for the day of its start`() throws {
        let scenario = LogScenario(
            "1 ada start A1 21T22:00", "2 ada pause 22T02:00", "3 ada start A1 22T03:00", "4 ada end 22T07:00")
        #expect(try scenario.rows() == ["ada 2026-11-21 Tokyo 21T22:00/22T07:00 work 28800 pause 3600 x1 []"])
    }
}

@Suite struct `Split daily rows` {
    @Test(
        arguments: [
            (
                ["1 ada start A1 21T22:00", "2 ada pause 22T02:00", "3 ada start A1 22T03:00", "4 ada end 22T07:00"],
                [
                    "2026-11-21 Tokyo 21T22:00/22T00:00 work 7200 x1 [continues_next_day]",
                    "2026-11-22 Tokyo 22T00:00/22T07:00 work 21600 pause 3600 x1 [continued]",
                ]
            ),
            // A pause across the boundary.
            (
                ["1 ada start A1 21T22:00", "2 ada pause 21T23:00", "3 ada start A1 22T01:00", "4 ada end 22T02:00"],
                [
                    "2026-11-21 Tokyo 21T22:00/22T00:00 work 3600 pause 3600 x1 [continues_next_day]",
                    "2026-11-22 Tokyo 22T00:00/22T02:00 work 3600 pause 3600 x1 [continued]",
                ]
            ),
            // An end on the boundary does not reach the next day; its flags go to the last day of the session.
            (
                ["1 ada start A1 21T22:00", "2 ada end 22T00:00 recv=22T01:00"],
                ["2026-11-21 Tokyo 21T22:00/22T00:00 work 7200 x1 [late]"]
            ),
            (
                ["1 ada start A1 22T00:00", "2 ada end 22T01:00"], ["2026-11-22 Tokyo 22T00:00/22T01:00 work 3600 x1 []"]
            ),
            // The flags of a tap go to the day of the tap.
            (
                ["1 ada start A1 21T22:00", "2 ada start A1 22T02:00 recv=22T03:00", "3 ada end 22T04:00"],
                [
                    "2026-11-21 Tokyo 21T22:00/22T00:00 work 7200 x1 [continues_next_day]",
                    "2026-11-22 Tokyo 22T00:00/22T04:00 work 14400 x1 [continued;late;suspect_missing_pause]",
                ]
            ),
            (
                ["1 add ada start A1 21T22:00", "2 ada end 22T04:00"],
                [
                    "2026-11-21 Tokyo 21T22:00/22T00:00 work 7200 x1 [continues_next_day;corrected]",
                    "2026-11-22 Tokyo 22T00:00/22T04:00 work 14400 x1 [continued]",
                ]
            ),
            // Auto-closed at work: the unconfirmed time reaches to the deadline at 14:00, and no tap proves the end of the
            // first day.
            (
                ["1 ada start A1 21T22:00"],
                [
                    "2026-11-21 Tokyo 21T22:00/ unconfirmed 7200 x1 [continues_next_day]",
                    "2026-11-22 Tokyo 22T00:00/ unconfirmed 50400 x1 [continued;missing_end]",
                ]
            ),
            (
                ["1 ada start A1 21T22:00", "2 ada start A1 22T01:00"],
                [
                    "2026-11-21 Tokyo 21T22:00/22T00:00 work 7200 x1 [continues_next_day]",
                    "2026-11-22 Tokyo 22T00:00/ work 3600 unconfirmed 46800 x1 [continued;missing_end;suspect_missing_pause]",
                ]
            ),
            // A last tap on the boundary proves the first day to its end.
            (
                ["1 ada start A1 21T22:00", "2 ada start A1 22T00:00"],
                [
                    "2026-11-21 Tokyo 21T22:00/22T00:00 work 7200 x1 [continues_next_day]",
                    "2026-11-22 Tokyo 22T00:00/ unconfirmed 50400 x1 [continued;missing_end;suspect_missing_pause]",
                ]
            ),
            // Auto-closed in a pause: no time after the last tap.
            (
                ["1 ada start A1 21T22:00", "2 ada pause 21T23:00"],
                ["2026-11-21 Tokyo 21T22:00/ work 3600 x1 [missing_end]"]
            ),
            (
                ["1 ada start A1 21T22:00", "2 ada pause 22T00:00"],
                ["2026-11-21 Tokyo 21T22:00/ work 7200 x1 [missing_end]"]
            ),
            (
                ["1 ada start A1 21T22:00", "2 ada pause 22T01:00"],
                [
                    "2026-11-21 Tokyo 21T22:00/22T00:00 work 7200 x1 [continues_next_day]",
                    "2026-11-22 Tokyo 22T00:00/ work 3600 x1 [continued;missing_end]",
                ]
            ),
            // Two sessions on one day, the first from the day before.
            (
                ["1 ada start A1 21T22:00", "2 ada end 22T02:00", "3 ada start A1 22T09:00", "4 ada end 22T10:00"],
                [
                    "2026-11-21 Tokyo 21T22:00/22T00:00 work 7200 x1 [continues_next_day]",
                    "2026-11-22 Tokyo 22T00:00/22T10:00 work 10800 x2 [continued]",
                ]
            ),
        ] as [([String], [String])])
    func `A split session is cut at every day boundary`(log: [String], rows: [String]) throws {
        var scenario = LogScenario()
        scenario.policy.attribution = .split
        scenario.log = log
        #expect(try scenario.rows() == rows.map { "ada \($0)" })
    }

    @Test func `A split open session appears on the days that it has reached`() throws {
        var scenario = LogScenario("1 ada start A1 21T22:00", asOf: "21T23:00")
        scenario.policy.attribution = .split
        #expect(try scenario.rows() == ["ada 2026-11-21 Tokyo 21T22:00/ unconfirmed 3600 x1 [open]"])
        scenario.asOf = "22T00:00"
        #expect(try scenario.rows() == ["ada 2026-11-21 Tokyo 21T22:00/ unconfirmed 7200 x1 [open]"])
        scenario.asOf = "22T00:01"
        #expect(
            try scenario.rows() == [
                "ada 2026-11-21 Tokyo 21T22:00/ unconfirmed 7200 x1 [continues_next_day]",
                "ada 2026-11-22 Tokyo 22T00:00/ unconfirmed 60 x1 [continued;open]",
            ])
    }

    @Test func `A row says how long open work is, and from when work without a clock-out does not count`() throws {
        func rows(_ asOf: String, _ log: String..., splits: Bool = false) throws -> [DailyRow] {
            var scenario = LogScenario(asOf: asOf)
            if splits { scenario.policy.attribution = .split }
            scenario.log = log
            return try scenario.result().record.people[PersonID(0)]?.rows ?? []
        }
        let start = try #require(Instant(rfc3339: LogScenario.instant("21T22:00"))).seconds
        let night = "1 ada start A1 21T22:00"
        #expect(try rows("21T23:00", night).map(\.openSeconds) == [3600])
        #expect(try rows("21T23:00", night).map(\.uncountedSince) == [nil])
        // Auto-closed at 14:00 of the next day.
        #expect(try rows("23T00:00", night).map(\.openSeconds) == [0])
        #expect(try rows("23T00:00", night).map(\.uncountedSince) == [start])
        #expect(try rows("23T00:00", night, splits: true).map(\.uncountedSince) == [start, start])
        // A break does not count, whenever it ends.
        #expect(try rows("23T00:00", night, "2 ada pause 21T23:00").map(\.uncountedSince) == [nil])
    }

    @Test func `A split session may span many days`() throws {
        var scenario = LogScenario("1 ada start A1 21T12:00", "2 ada end 24T12:00")
        scenario.policy.attribution = .split
        scenario.policy.maximumSession = nil
        #expect(
            try scenario.rows() == [
                "ada 2026-11-21 Tokyo 21T12:00/22T00:00 work 43200 x1 [continues_next_day]",
                "ada 2026-11-22 Tokyo 22T00:00/23T00:00 work 86400 x1 [continued;continues_next_day]",
                "ada 2026-11-23 Tokyo 23T00:00/24T00:00 work 86400 x1 [continued;continues_next_day]",
                "ada 2026-11-24 Tokyo 24T00:00/24T12:00 work 43200 x1 [continued]",
            ])
    }
}
