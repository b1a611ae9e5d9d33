import Attendance
import AttendanceStore
import Foundation
import Postgres
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Taps in the store` {
    private let noon = TestOffice.noon

    @Test func `each have their own outcome, in their order`() async throws {
        try await TestOffice.with { office in
            let id = UUID()
            let outcomes = try await office.withRecorder { (recorder) async throws in
                try await recorder.record([
                    TestOffice.submission("ada", .start, desk: "6F-A1", id: id),
                    TestOffice.submission("nobody", .start, desk: "6F-A2"),
                    TestOffice.submission("dai", .start, desk: "6F-A2"),
                    TestOffice.submission("bo", .start, desk: "9F-Z9"),
                    TestOffice.submission("bo", .start, desk: "6F-A2", office: "Nowhere"),
                    TestOffice.submission("ada", .start, desk: "6F-A1", id: id),
                    TestOffice.submission("ada", .pause, desk: "6F-A1", id: id),
                    TestOffice.submission("bo", .start, desk: "6F-A2", receivedAt: noon - .seconds(121)),
                    TestOffice.submission("bo", .start, desk: "6F-A2", receivedAt: noon + .seconds(2_678_401)),
                    TestOffice.submission("bo", .pause),
                    TestOffice.submission("cy", .end, desk: "9F-Z9"),
                    TestOffice.submission("ada", .start, at: noon + .seconds(5), desk: "7F-A1"),
                ])
            }
            #expect(
                outcomes == [
                    .accepted(notes: []), .rejected(.unknownPerson), .rejected(.unknownPerson), .rejected(.unknownDesk),
                    .rejected(.badOffice), .duplicate, .conflict, .quarantined(.future), .quarantined(.tooOld),
                    .accepted(notes: [.pauseWithoutStart]), .accepted(notes: [.endWithoutStart]),
                    .accepted(notes: [.deskMove]),
                ])
            #expect(try await office.value("select string_agg(seq::text, ' ' order by seq) from event") == "7 8 9 10 11 12")
        }
    }

    @Test func `have user names in any case`() async throws {
        try await TestOffice.with { office in
            let outcomes = try await office.withRecorder { (recorder) async throws in
                try await recorder.record([
                    TestOffice.submission("Ada", .start, desk: "6F-A1"),
                    TestOffice.submission("ADA", .pause, at: noon + .seconds(9)),
                    TestOffice.submission("ada", .end, at: noon + .seconds(99)),
                ])
            }
            #expect(outcomes == Array(repeating: .accepted(notes: []), count: 3))
            #expect(
                try await office.value(
                    "select count(*) || ' ' || min(user_name) from event join person on person.id = person_id") == "3 ada")
        }
    }

    @Test func `that were refused can be sent again under their number`() async throws {
        try await TestOffice.with { office in
            try await office.withRecorder { (recorder) async throws in
                let id = UUID()
                let refused = TestOffice.submission("nobody", .start, desk: "6F-A1", id: id)
                let right = TestOffice.submission("ada", .start, desk: "6F-A1", id: id)
                #expect(try await recorder.record([refused]) == [.rejected(.unknownPerson)])
                #expect(try await recorder.record([right]) == [.accepted(notes: [])])
            }
        }
    }

    @Test(arguments: [
        "update person set left_at = now() - interval '9 years' where user_name = 'ada'",
        "delete from desk where id = '6F-A1'",
    ])
    func `are duplicates when they are repeated, though they would be refused now`(change: String) async throws {
        try await TestOffice.with { office in
            let tap = TestOffice.submission("ada", .start, desk: "6F-A1")
            // Another process of the server gets the repetition.
            try await office.withRecorders(2) { recorders in
                #expect(try await recorders[0].record([tap]) == [.accepted(notes: [])])
                try await office.execute(change)
                #expect(try await recorders[1].record([tap]) == [.duplicate])
            }
        }
    }

    @Test(arguments: [
        (TestOffice.submission("bo", .start, desk: "6F-A1"), IngestOutcome.conflict),
        (TestOffice.submission("ada", .pause, desk: "6F-A1"), .conflict),
        (TestOffice.submission("ada", .start, desk: "6F-A2"), .conflict),
        (TestOffice.submission("ada", .start, at: TestOffice.noon + .seconds(1), desk: "6F-A1"), .conflict),
        (TestOffice.submission("ada", .start, desk: "6F-A1", receivedAt: TestOffice.noon + .seconds(9)), .duplicate),
        (TestOffice.submission("ada", .start, desk: "6f-a1"), .duplicate),
        (TestOffice.submission("ADA", .start, desk: "6F-A1"), .duplicate),
        // Naming the office it was booked to says nothing new; another one does.
        (TestOffice.submission("ada", .start, desk: "6F-A1", office: "Harbour Office"), .duplicate),
        (TestOffice.submission("ada", .start, desk: "6F-A1", office: "Hill Office"), .conflict),
        // Stamped by the server at each arrival: the first instant stands.
        (
            TestOffice.submission("ada", .start, at: TestOffice.noon + .seconds(9), desk: "6F-A1", isAtStamped: true),
            .duplicate
        ),
        (
            TestOffice.submission("ada", .start, at: TestOffice.noon + .seconds(9), desk: "6F-A2", isAtStamped: true),
            .conflict
        ),
    ])
    func `under a number known already are compared with the first`(
        second: TapSubmission, outcome: IngestOutcome
    ) async throws {
        try await TestOffice.with { office in
            try await office.withRecorder { (recorder) async throws in
                let first = TestOffice.submission("ada", .start, desk: "6F-A1", id: second.tap.id)
                #expect(try await recorder.record([first]) == [.accepted(notes: [])])
                #expect(try await recorder.record([second]) == [outcome])
                #expect(try await office.value("select count(*) || ' ' || min(desk) from log_place") == "1 6F-A1")
                #expect(try await office.value("select extract(epoch from at)::bigint::text from event") == "\(noon.seconds)")
            }
        }
    }

    @Test func `sent by eight connections at once are recorded once`() async throws {
        try await TestOffice.with(connections: 10) { office in
            let tap = TestOffice.submission("ada", .start, desk: "6F-A1")
            let outcomes = try await office.withRecorders(8) { recorders in
                try await withThrowingTaskGroup(of: [IngestOutcome].self) { group in
                    for recorder in recorders { group.addTask { try await recorder.recorded([tap]) } }
                    return try await group.reduce(into: []) { $0 += $1 }
                }
            }
            #expect(outcomes.count { $0 == .accepted(notes: []) } == 1)
            #expect(outcomes.count { $0 == .duplicate } == 7)
            #expect(try await office.value("select count(*)::text from event") == "1")
        }
    }

    /// Bo's tap makes the database refuse the batch; of those that then go one by one, Cy's loses the connection.
    @Test func `are answered once, though the database goes away amid a batch that it refused`() async throws {
        try await TestOffice.with { office in
            try await office.execute(
                """
                create function fail() returns trigger language plpgsql as $$ begin
                    if new.person_id = (select id from person where user_name = 'bo') then
                        raise exception 'no' using errcode = 'check_violation';
                    elsif new.person_id = (select id from person where user_name = 'cy') then
                        perform pg_terminate_backend(pg_backend_pid());
                    end if;
                    return new;
                end $$;
                create trigger fail before insert on log_record for each row execute function fail()
                """)
            try await office.withRecorder { (recorder) async throws in
                func result(_ user: String) async -> String {
                    do {
                        return try await recorder.record([TestOffice.submission(user, .start, desk: "6F-A1")])[0].name
                    } catch let error as PostgresError {
                        return error.isUnavailability ? "away" : "refused"
                    } catch {
                        return "\(error)"
                    }
                }
                // Lea's tap has to wait for the log, and the others for Lea's.
                let others = try await office.pool.withTransaction { connection in
                    try await connection.query("Taps/lock_log")
                    let lea = Task { await result("lea") }
                    var others = [lea]
                    for user in ["ada", "bo", "cy"] {
                        try await Task.sleep(for: .milliseconds(300))
                        others.append(Task { await result(user) })
                    }
                    try await Task.sleep(for: .milliseconds(300))
                    return others
                }
                var results: [String] = []
                for other in others { results.append(await other.value) }
                #expect(results == ["accepted", "accepted", "refused", "away"])
            }
            #expect(
                try await office.value(
                    "select string_agg(user_name, ' ' order by seq) from event join person on person.id = person_id")
                    == "lea ada")
        }
    }

    @Test func `take a desk over, and give it back to nobody`() async throws {
        try await TestOffice.with { office in
            try await office.withRecorder { (recorder) async throws in
                func tap(_ user: String, _ kind: TapKind, _ second: Int64, _ desk: String? = nil) async throws -> IngestOutcome
                {
                    try await recorder.record([
                        TestOffice.submission(user, kind, at: noon + .seconds(second), desk: desk)
                    ])[0]
                }
                #expect(try await tap("ada", .start, 0, "6F-A1") == .accepted(notes: []))
                #expect(try await tap("bo", .start, 1, "6F-A1") == .accepted(notes: [.deskTakenOver]))
                #expect(try await holders(office) == ["6F-A1": "bo"])
                #expect(try await tap("bo", .end, 2) == .accepted(notes: []))
                #expect(try await holders(office) == [:])
                #expect(try await tap("ada", .start, 3, "6F-A1") == .accepted(notes: [.repeatStart]))
                #expect(try await holders(office) == ["6F-A1": "ada"])
                #expect(try await tap("ada", .pause, 4) == .accepted(notes: []))
                // Somebody on a break can be displaced too.
                #expect(try await tap("cy", .start, 5, "6F-A1") == .accepted(notes: [.deskTakenOver]))
                #expect(try await holders(office) == ["6F-A1": "cy"])
                #expect(try await tap("cy", .start, 6, "7F-A1") == .accepted(notes: [.deskMove]))
                #expect(try await holders(office) == ["7F-A1": "cy"])
            }
        }
    }

    private func holders(_ office: TestOffice) async throws -> [String: String] {
        try await FoldedPresence.all(in: office.store).reduce(into: [:]) { holders, entry in
            if entry.value.holdsDesk, let desk = entry.value.desk { holders[desk] = entry.key }
        }
    }
}
