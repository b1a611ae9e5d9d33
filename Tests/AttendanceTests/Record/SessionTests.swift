import Attendance
import FoundationEssentials
import Testing

@Suite struct `Sessions` {
    /// Each cell of the state table within a whole session.
    @Test(
        arguments: [
            (["start A1 21T09:00", "end 21T10:00"], ["closed 21T09:00/21T10:00 work A1 3600"]),
            (
                ["start A1 21T09:00", "start A1 21T09:05", "end 21T10:00"],
                ["closed 21T09:00/21T10:00 work A1 300, work A1 3300; repeat_start 2"]
            ),
            (
                ["start A1 21T09:00", "start A1 21T09:05:01", "end 21T10:00"],
                ["closed 21T09:00/21T10:00 work A1 301, work A1 3299; repeat_start 2"]
            ),
            (
                ["start A1 21T09:00", "start B1 21T09:30", "end 21T10:00"],
                ["closed 21T09:00/21T10:00 work A1 1800, work B1 1800; desk_move 2"]
            ),
            (
                ["start A1 21T09:00", "start A1 21T09:30 office=Berlin", "end 21T10:00"],
                ["closed 21T09:00/21T10:00 work A1 1800, work A1 1800; desk_move 2"]
            ),
            (
                ["start A1 21T09:00", "pause 21T09:30", "start A1 21T09:40", "end A1 21T10:00"],
                ["closed 21T09:00/21T10:00 work A1 1800, pause A1 600, work A1 1200"]
            ),
            (
                ["start A1 21T09:00", "pause B1 21T09:30", "start B1 21T09:40", "end A1 21T10:00"],
                [
                    "closed 21T09:00/21T10:00 work A1 1800, pause A1 600, work B1 1200"
                        + "; desk_mismatch 2; desk_move 3; desk_mismatch 4"
                ]
            ),
            (
                ["start A1 21T09:00", "pause 21T09:30", "pause 21T09:31", "end 21T10:00"],
                ["closed 21T09:00/21T10:00 work A1 1800, pause A1 60, pause A1 1740; repeat_pause 3"]
            ),
            (
                ["start A1 21T09:00", "pause 21T09:30", "pause B1 21T09:31", "end 21T10:00"],
                ["closed 21T09:00/21T10:00 work A1 1800, pause A1 60, pause A1 1740; desk_mismatch 3; repeat_pause 3"]
            ),
            (["pause 21T09:00", "end 21T10:00"], []),
            // Time between two sessions is neither work nor pause.
            (
                ["start A1 21T09:00", "end 21T10:00", "start A1 21T11:00", "end 21T12:00"],
                ["closed 21T09:00/21T10:00 work A1 3600", "closed 21T11:00/21T12:00 work A1 3600"]
            ),
            // At the same instant: end, then pause, then start.
            (
                ["start A1 21T09:00", "start B1 21T10:00", "end 21T10:00", "end 21T11:00"],
                ["closed 21T09:00/21T10:00 work A1 3600", "closed 21T10:00/21T11:00 work B1 3600"]
            ),
            (
                ["start A1 21T09:00", "start B1 21T10:00", "pause 21T10:00", "end 21T11:00"],
                ["closed 21T09:00/21T11:00 work A1 3600, work B1 3600; desk_move 2"]
            ),
            // An end or a pause within five minutes after the end repeats it; later ones stand alone.
            (
                ["start A1 21T09:00", "end 21T10:00", "end A1 21T10:05", "pause 21T10:05", "end 21T10:05:01"],
                ["closed 21T09:00/21T10:00 work A1 3600; repeat_end 3; pause_after_end 4"]
            ),
            (
                ["start A1 21T09:00", "end 21T10:00", "start A1 21T10:01", "end 21T11:00", "end 21T11:01"],
                ["closed 21T09:00/21T10:00 work A1 3600", "closed 21T10:01/21T11:00 work A1 3540; repeat_end 5"]
            ),
            // A session of zero length is a session.
            (["start A1 21T09:00", "end 21T09:00:00.999"], ["closed 21T09:00/21T09:00 "]),
            // Each instant is floored separately: 1.999 to 3.000 is two seconds.
            (["start A1 21T09:00:01.999", "end 21T09:00:03.000"], ["closed 21T09:00:01/21T09:00:03 work A1 2"]),
            (["start A1 21T09:00:01.000", "end 21T09:00:02.999"], ["closed 21T09:00:01/21T09:00:02 work A1 1"]),
        ] as [([String], [String])])
    func `A session follows the state table`(log: [String], sessions: [String]) throws {
        var scenario = LogScenario()
        scenario.log = log.enumerated().map { "\($0 + 1) ada \($1)" }
        #expect(try scenario.sessions() == sessions.map { "ada \($0)" })
    }

    /// Each cell of the state table with a start away from a desk.
    @Test(
        arguments: [
            (["add ada start 21T09:00", "add ada end 21T17:00"], ["closed 21T09:00/21T17:00 work away 28800"]),
            (
                ["ada start A1 21T09:00", "add ada start 21T10:00", "ada end 21T11:00"],
                ["closed 21T09:00/21T11:00 work A1 3600, work away 3600; desk_move 2"]
            ),
            (
                ["add ada start 21T09:00", "ada start A1 21T10:00", "ada end 21T11:00"],
                ["closed 21T09:00/21T11:00 work away 3600, work A1 3600; desk_move 2"]
            ),
            // Two of them hint at no missing break.
            (
                ["add ada start 21T09:00", "add ada start 21T10:00", "add ada end 21T11:00"],
                ["closed 21T09:00/21T11:00 work away 3600, work away 3600; desk_move 2"]
            ),
            (
                ["add ada start 21T09:00", "ada pause 21T10:00", "add ada start 21T10:30", "ada end 21T11:00"],
                ["closed 21T09:00/21T11:00 work away 3600, pause away 1800, work away 1800; desk_move 3"]
            ),
            (
                ["ada start A1 21T09:00", "ada pause 21T10:00", "add ada start 21T10:30", "ada end A1 21T11:00"],
                [
                    "closed 21T09:00/21T11:00 work A1 3600, pause A1 1800, work away 1800; desk_move 3; desk_mismatch 4"
                ]
            ),
            (
                ["add ada start 21T09:00", "ada pause 21T10:00", "ada start A1 21T10:30", "ada end 21T11:00"],
                ["closed 21T09:00/21T11:00 work away 3600, pause away 1800, work A1 1800; desk_move 3"]
            ),
            // Amendments: to a desk, from a desk, and to another type and back.
            (
                ["add ada start 21T09:00", "add ada end 21T10:00", "amend 1 desk=A1"],
                ["closed 21T09:00/21T10:00 work A1 3600"]
            ),
            (
                ["add ada start A1 21T09:00", "add ada end 21T10:00", "amend 1 desk="],
                ["closed 21T09:00/21T10:00 work away 3600"]
            ),
            (
                ["add ada start 21T09:00", "add ada end 21T10:00", "amend 1 kind=end", "amend 1 kind=start"],
                ["closed 21T09:00/21T10:00 work away 3600"]
            ),
            (["add ada start 21T09:00", "add ada end 21T10:00", "void 1"], []),
        ] as [([String], [String])])
    func `Work away from a desk is a place of its own`(log: [String], sessions: [String]) throws {
        var scenario = LogScenario()
        scenario.log = log.enumerated().map { "\($0 + 1) \($1)" }
        #expect(try scenario.sessions() == sessions.map { "ada \($0)" })
        #expect(try scenario.rows().allSatisfy { !$0.contains("suspect") })
    }

    @Test func `A place that is not known is not called away from a desk`() {
        func event(isAdded: Bool, namesNoDesk: Bool) -> RecordedEvent {
            RecordedEvent(
                id: UUID(), kind: .start, at: Instant(millisecondsSince1970: 0), desk: nil, namesNoDesk: namesNoDesk, office: 0,
                receivedAt: Instant(millisecondsSince1970: 0), isAdded: isAdded)
        }
        #expect(event(isAdded: true, namesNoDesk: true).isAway)
        // Its place was erased.
        #expect(!event(isAdded: true, namesNoDesk: false).isAway)
        // A tap has a desk, or had one.
        #expect(!event(isAdded: false, namesNoDesk: true).isAway)
    }

    @Test func `A start that ends a pause of a session resumes work, and no other tap does`() throws {
        let scenario = LogScenario(
            "1 ada start A1 21T09:00", "2 ada pause 21T10:00", "3 ada pause 21T10:10", "4 ada start A1 21T10:30",
            "5 ada start B1 21T11:00", "6 ada pause 21T11:30", "7 ada end 21T12:00", "8 ada start A1 21T12:00")
        let (record, log) = (try scenario.result().record, try scenario.ingested())
        let sessions = try #require(record.people[PersonID(0)]?.sessions)
        let events = try #require(log.events["ada"])
        let resumes = events.filter { event in sessions.contains { $0.isResume(event.kind, at: event.at) } }
        #expect(sessions.count == 2 && resumes.map { LogScenario.number($0.id) } == ["4"])
    }

    /// 16 hours from 9:00 end at 1:00.
    @Test(
        arguments: [
            (["start A1 21T09:00"], "22T01:00", "open 21T09:00/ work A1 open", "21T09:00/ unconfirmed 57600 x1 [open]"),
            (["start A1 21T09:00"], "22T01:00:00.999", "open 21T09:00/ work A1 open", "21T09:00/ unconfirmed 57600 x1 [open]"),
            (
                ["start A1 21T09:00"], "22T01:00:01", "auto 21T09:00/22T01:00 work A1 open",
                "21T09:00/ unconfirmed 57600 x1 [missing_end]"
            ),
            (["start A1 21T09:00"], "21T08:00", "open 21T09:00/ work A1 open", "21T09:00/ x1 [open]"),
            (["start A1 21T09:00"], "21T10:00:00.5", "open 21T09:00/ work A1 open", "21T09:00/ unconfirmed 3600 x1 [open]"),
            (
                ["start A1 21T09:00", "pause 21T12:00"], "21T13:00", "open 21T09:00/ work A1 10800, pause A1 open",
                "21T09:00/ work 10800 x1 [open]"
            ),
            (
                ["start A1 21T09:00", "pause 21T12:00"], "23T13:00", "auto 21T09:00/22T01:00 work A1 10800, pause A1 open",
                "21T09:00/ work 10800 x1 [missing_end]"
            ),
            (
                ["start A1 21T09:00", "end 22T01:00:00.999"], "23T00:00", "closed 21T09:00/22T01:00 work A1 57600",
                "21T09:00/22T01:00 work 57600 x1 []"
            ),
            // Taps after `as_of` still count.
            (
                ["start A1 21T09:00", "start A1 21T11:00"], "21T10:00",
                "open 21T09:00/ work A1 7200, work A1 open; repeat_start 2",
                "21T09:00/ work 7200 x1 [open;suspect_missing_pause]"
            ),
        ] as [([String], String, String, String)])
    func `A session without an end proves no time after its last tap`(
        log: [String], asOf: String, session: String, row: String
    ) throws {
        var scenario = LogScenario(asOf: asOf)
        scenario.log = log.enumerated().map { "\($0 + 1) ada \($1)" }
        #expect(try scenario.sessions() == ["ada \(session)"])
        #expect(try scenario.rows() == ["ada 2026-11-21 Tokyo \(row)"])
    }

    @Test func `A session is auto-closed when a tap follows its deadline, at any as_of`() throws {
        let scenario = LogScenario("1 ada start A1 21T09:00", "2 ada end 22T01:00:01", asOf: "21T10:00")
        #expect(try scenario.sessions() == ["ada auto 21T09:00/22T01:00 work A1 open"])
        #expect(
            try scenario.rows() == [
                "ada 2026-11-21 Tokyo 21T09:00/ unconfirmed 57600 x1 [missing_end]",
                "ada 2026-11-22 Tokyo / x0 [end_without_start]",
            ])
    }

    @Test func `A late end replaces an auto-close`() throws {
        var scenario = LogScenario("1 ada start A1 21T09:00", "2 ada start A1 22T09:00")
        #expect(try scenario.sessions()[0] == "ada auto 21T09:00/22T01:00 work A1 open")
        scenario.log.append("3 ada end 21T18:00 recv=22T10:00")
        #expect(try scenario.sessions()[0] == "ada closed 21T09:00/21T18:00 work A1 32400")
        #expect(try scenario.rows()[0] == "ada 2026-11-21 Tokyo 21T09:00/21T18:00 work 32400 x1 [late]")
    }

    @Test(
        arguments: [
            (true, 57_600, "05:00", "21T23:00", "auto 21T23:00/22T05:00 work A1 open"),
            (true, 3600, "05:00", "21T23:00", "auto 21T23:00/22T00:00 work A1 open"),
            (true, nil, "05:00", "21T23:00", "auto 21T23:00/22T05:00 work A1 open"),
            // Strictly after the start: a start on the boundary has a whole day.
            (true, nil, "05:00", "21T05:00", "auto 21T05:00/22T05:00 work A1 open"),
            (false, nil, "05:00", "21T23:00", "open 21T23:00/ work A1 open"),
            (false, 0, "05:00", "21T23:00", "auto 21T23:00/21T23:00 work A1 open"),
        ] as [(Bool, Int64?, String, String, String)])
    func `A session is auto-closed at the earliest deadline`(
        closesAtBoundary: Bool, maximum: Int64?, boundary: String, start: String, session: String
    ) throws {
        var scenario = LogScenario("1 ada start A1 \(start)", boundary: boundary)
        scenario.policy.closesAtBoundary = closesAtBoundary
        scenario.policy.maximumSession = maximum.map { .seconds($0) }
        #expect(try scenario.sessions() == ["ada \(session)"])
    }

    @Test func `A session keeps its time after its desks are erased`() throws {
        let ids = (0..<6).map { _ in UUID() }
        let times: [(TapKind, Int64)] = [
            (.start, 0), (.start, 900), (.pause, 3600), (.start, 4000), (.start, 5000), (.end, 9000),
        ]
        func record(_ desks: [String?]) throws -> PersonRecord {
            let events = zip(ids, zip(times, desks)).map { id, event in
                let at = Instant(millisecondsSince1970: 1_795_219_200_000 + event.0.1 * 1000)
                return RecordedEvent(
                    id: id, kind: event.0.0, at: at, desk: event.1.flatMap { DeskID($0) }, office: 1, receivedAt: at)
            }
            var calendars = try LogScenario().calendars()
            return PersonRecord(of: events, in: &calendars, asOf: Instant(millisecondsSince1970: 1_795_300_000_000))
        }
        let known = try record(["A1", "A1", nil, "A1", "B1", "B1"])
        let erased = try record([nil, nil, nil, nil, nil, nil])
        #expect(known.sessions[0].stretches.map(\.start) == erased.sessions[0].stretches.map(\.start))
        #expect(known.sessions[0].notes.map(\.code) == [.repeatStart, .deskMove])
        #expect(erased.sessions[0].notes.map(\.code) == [.deskMove, .deskMove, .deskMove])
        var (knownRow, erasedRow) = (known.rows[0], erased.rows[0])
        #expect(knownRow.flags == .suspectMissingPause)
        (knownRow.flags, knownRow.doubts) = ([], [])
        (erasedRow.flags, erasedRow.doubts) = ([], [])
        #expect(knownRow == erasedRow)
    }
}
