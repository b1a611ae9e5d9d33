import Attendance
import AttendanceStore
import Foundation
import Postgres
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, Comment(rawValue: TestDatabase.help)), .timeLimit(.minutes(10)))
struct `Retention` {
    /// The real time, because the database's clock decides what is due.
    private static let now = Instant(millisecondsSince1970: Int64(Date.now.timeIntervalSince1970 * 1000))

    /// Passes an office with a time retention of two years. Ada and Bo worked three years ago and a year ago, with corrections.
    private func withOldRecords(_ body: (TestOffice) async throws -> Void) async throws {
        try await TestOffice.with { office in
            try await office.store.retention.setRetention(of: office.office, timeMonths: 24, placeDays: nil)
            let why = Justification(author: "cy", reason: "A slip")
            for days: Int64 in [3 * 365, 365] {
                let morning = Self.now - .seconds(days * 86_400)
                let (first, other) = (UUID(), UUID())
                let taps = [
                    TestOffice.submission("ada", .start, at: morning, desk: "6F-A1", id: first),
                    TestOffice.submission("bo", .start, at: morning + .seconds(60), desk: "6F-A2", id: other),
                    TestOffice.submission("ada", .end, at: morning + .seconds(3600)),
                ]
                _ = try await TapRecorder.recordAlone(taps, pool: office.pool)
                let amendment = Amendment(at: morning + .seconds(5), desk: DeskID("6F-A3").map { .named($0) })
                _ = try await office.store.corrections.correct([
                    CorrectionSubmission(
                        .correction(
                            Correction(id: UUID(), target: first, change: .amend(amendment), justification: why)),
                        receivedAt: morning + .seconds(7200))
                ])
            }
            try await body(office)
        }
    }

    @Test func `Retention deletes log entries and revoked keys after two years except under legal hold`() async throws {
        try await TestOffice.with { office in
            let store = office.store
            let (ada, bo) = (
                try await store.people.person(userName: "ada").id, try await store.people.person(userName: "bo").id
            )
            let day = CivilDate(daysSince1970: 0)
            for age: Int64 in [700, 760] {
                let then = Self.now - .seconds(age * 86_400)
                for person in [ada, bo] {
                    try await store.audit.log(
                        Access(by: person, to: .person(ada), of: day...day, purpose: "Looking"), now: then)
                    try await store.audit.log(Access(by: person, to: .offices(nil), of: day...day, purpose: "Pay"), now: then)
                    try await store.people.change(
                        person, PersonChange(displayName: "Name \(age)"), by: .command, now: then)
                    _ = try await store.personalKeys.addKey(for: person, now: then)
                    _ = try await store.personalKeys.revokeKeys(of: person, now: then)
                    _ = try await store.signInLinks.addSignInLink(for: person, now: then)
                }
            }
            _ = try await store.signInLinks.addSignInLink(for: ada, now: Self.now)
            func counts() async throws -> String? {
                try await office.value(
                    """
                    select concat_ws(' ', (select count(*) from access_log), (select count(*) from admin_log),
                                     (select count(*) from person_key), (select count(*) from sign_in_link))
                    """)
            }
            #expect(try await counts() == "8 17 4 5")
            try await store.legalHolds.hold(bo, reason: "A lawsuit", by: nil, now: Self.now)
            let due = try await store.retention.logRetentionReport()
            #expect(due.first { $0.office == nil }?.count == 1 && due.first { $0.office == office.office }?.count == 6)
            #expect(try await store.retention.forgetLogs(now: Self.now) == 7)
            #expect(try await counts() == "6 13 3 1")
            #expect(try await store.legalHolds.releaseHold(on: bo, now: Self.now))
            #expect(try await store.retention.forgetLogs(now: Self.now) == 7)
            #expect(try await counts() == "4 9 2 1")
            try await store.retention.setRetention(of: office.office, timeMonths: nil, placeDays: nil, logMonths: 12)
            #expect(try await store.retention.retentions().first?.logMonths == 12)
            _ = try await store.retention.forgetLogs(now: Self.now)
            #expect(try await counts() == "0 1 0 1")
        }
    }

    private func counts(_ office: TestOffice) async throws -> String? {
        try await office.value(
            """
            select (select count(*) from event) || ' ' || (select count(*) from event join log_place using (seq)) || ' ' ||
                   (select count(*) from correction) || ' ' || (select count(*) from correction join log_place using (seq))
            """)
    }

    private func run(_ office: TestOffice) async throws -> [Int64]? {
        try await office.store.retention.runRetention(now: Self.now, zones: try .system())?.map(\.count)
    }

    private func totals(_ office: TestOffice) async throws -> [Int64] {
        let today = Self.now.seconds / 86_400
        let period = CivilDate(daysSince1970: today - 400)...CivilDate(daysSince1970: today)
        var totals: [Int64] = []
        try await office.store.record.withRecords(in: period, asOf: Self.now, zones: try .system()) { record in
            totals += record.rows.flatMap { [$0.workedSeconds, $0.pauseSeconds, $0.unconfirmedSeconds] }
        }
        return totals
    }

    @Test func `Retention erases location data before hours and keeps totals and ledger valid`() async throws {
        try await withOldRecords { office in
            let before = try await totals(office)
            let reports = try await office.store.retention.retentionReport(now: Self.now, zones: try .system())
            #expect(reports.map(\.part) == [.place, .time])
            #expect(reports.map(\.count) == [4, 3])
            #expect(try await counts(office) == "6 4 2 2")

            // Four taps and two corrections lose their location. Then three taps and one correction are deleted.
            #expect(try await FoldedPresence.all(in: office.store)["bo"]?.desk != nil)
            #expect(try await run(office) == [6, 4])
            #expect(try await counts(office) == "3 0 1 0")
            #expect(try await office.store.ledger.verifyLedger().flaw == nil)
            #expect(try await office.value("select count(*)::text from log_record where type = 'erase'") == "3")
            #expect(try await totals(office) == before)
            let folded = try await FoldedPresence.all(in: office.store)
            #expect(folded.values.allSatisfy { $0.desk == nil })
            #expect(try await FoldedPresence.all(in: AttendanceStore(pool: office.pool)) == folded)
            #expect(try await run(office) == [0, 0])
        }
    }

    @Test func `Retention erases nothing without a retention period or under legal hold`() async throws {
        try await withOldRecords { office in
            try await office.execute("update office set time_retention_months = null")
            let ada = try await office.store.people.person(userName: "ada")
            try await office.store.legalHolds.hold(ada.id, reason: "A dispute", by: nil, now: Self.now)
            #expect(try await office.store.legalHolds.legalHolds().map(\.userName) == ["ada"])
            #expect(try await run(office) == [2, 0])
            #expect(try await counts(office) == "6 2 2 2")
            #expect(try await office.store.legalHolds.releaseHold(on: ada.id, now: Self.now))
            #expect(try await office.store.legalHolds.releaseHold(on: ada.id, now: Self.now) == false)
            #expect(try await run(office) == [4, 0])
            #expect(try await office.store.ledger.verifyLedger().flaw == nil)
        }
    }

    @Test func `A tap that is sent again is a conflict if it was deleted, a duplicate if only its desk was`() async throws {
        try await withOldRecords { office in
            let id = try #require(UUID(uuidString: try await office.value("select id::text from event where seq = 8") ?? ""))
            let kept = try #require(UUID(uuidString: try await office.value("select id::text from event where seq = 12") ?? ""))
            let at = Self.now + .seconds(-365 * 86_400 + 60)
            _ = try await run(office)
            // The first is deleted and cannot be compared. Of the second only the desk is unknown.
            let outcomes = try await TapRecorder.recordAlone(
                [
                    TestOffice.submission("bo", .start, at: at, desk: "6F-A2", id: id),
                    TestOffice.submission("bo", .start, at: at, desk: "6F-A2", id: kept),
                ], pool: office.pool)
            #expect(outcomes == [.conflict, .duplicate])
        }
    }

    @Test func `Erasing a person's location data on request keeps the hours`() async throws {
        try await withOldRecords { office in
            let bo = try await office.store.people.person(userName: "bo")
            let cy = try await office.store.people.person(userName: "cy")
            #expect(try await office.store.retention.erasePlaces(of: bo.id, before: Self.now, by: cy.id, now: Self.now) == 2)
            #expect(try await counts(office) == "6 2 2 2")
            #expect(try await office.store.ledger.verifyLedger().flaw == nil)
            // The session has no end: still at work, at no desk.
            let folded = try await FoldedPresence.all(in: office.store)["bo"]
            #expect(folded?.state == "work" && folded?.desk == nil)
        }
    }

    /// A column that is added later is emptied, too: here `added_later`.
    @Test func `Erased hours leave of a record only its number, id, type, arrival and commitments`() async throws {
        try await withOldRecords { office in
            let kept: Set = ["seq", "id", "type", "received_at", "entry_hash", "time_commit", "place_commit"]
            let old = "received_at < now() - interval '2 years'"
            try await office.execute(
                """
                alter table log_record add column added_later text;
                update log_record set added_later = 'x' where \(old);
                update log_record set quarantine = 'too_old', client = 'x', author_id = 1, reason = 'x' where kind is not null and \(old);
                update log_record set new_kind = 'start', new_office_id = office.id from office where target_id is not null and \(old);
                """)
            let columns = try await office.pool.withConnection { connection in
                try await connection.execute(
                    """
                    select column_name::text, data_type::text from information_schema.columns
                     where table_schema = 'public' and table_name = 'log_record'
                    """
                ).map { (name: try $0.get(0, as: String.self), type: try $0.get(1, as: String.self)) }
            }
            let emptied = columns.filter { !kept.contains($0.name) }
            #expect(emptied.count == columns.count - kept.count && emptied.count > 15)
            func filled() async throws -> [String] {
                var filled: [String] = []
                for (name, _) in emptied
                where try await office.value("select count(\(name))::text from log_record where \(old)") != "0" {
                    filled.append(name)
                }
                return filled
            }
            #expect(try await filled() == emptied.map(\.name))
            #expect(try await run(office) == [6, 4])
            #expect(try await filled() == [])
            #expect(try await office.value("select count(entry_hash)::text from log_record where \(old)") == "4")

            // The ledger's verification finds content in any of them.
            #expect(try await office.store.ledger.verifyLedger().flaw == nil)
            let values = [
                "uuid": "gen_random_uuid()", "text": "'x'", "bytea": "'x'", "timestamp with time zone": "now()", "bigint": "1",
            ]
            for (name, type) in emptied where name != "added_later" {
                try await office.execute("update log_record set \(name) = \(values[type] ?? "") where seq = 8")
                #expect(try await office.store.ledger.verifyLedger().flaw != nil, "\(name)")
                try await office.execute("update log_record set \(name) = null where seq = 8")
            }
        }
    }

    @Test(arguments: [
        ("delete from log_place where seq = 11", "the place of record"),
        (
            "insert into erased_record select 12, 'time', id from erasure limit 1; select empty_records('{12}')",
            "the list of records of erasure"
        ),
        (
            """
            update erased_record set part = 'time' where part = 'place' and seq = 12; select empty_records('{12}')
            """, "the list of records of erasure"
        ),
        ("delete from erased_record where seq = 8 and part = 'time'", "the record"),
        // An erased record gets new content.
        (
            """
            update log_record set person_id = 1, kind = 'start', at = now(), at_sent = '', office_id = 1,
                                  target_id = gen_random_uuid() where seq = 8
            """, "the record"
        ),
        ("update log_record set target_id = gen_random_uuid(), author_id = 1 where seq = 8", "the record"),
        ("insert into log_place (seq, desk) values (8, '6F-A1')", "the record"),
        ("update erasure set rule = 'whim'", "the record"),
        ("update erasure set before = before + interval '1 day'", "the record"),
    ])
    func `Ledger verification finds deletions that an erasure does not cover`(statement: String, flaw: String) async throws {
        try await withOldRecords { office in
            try await office.execute("update office set place_retention_days = 20000 where \(flaw.hasPrefix("the place"))")
            _ = try await run(office)
            #expect(try await office.store.ledger.verifyLedger().flaw == nil)
            try await office.execute(statement)
            let found = try #require(try await office.store.ledger.verifyLedger().flaw)
            #expect("\(found)".hasPrefix(flaw), "\(found)")
        }
    }

    @Test func `The database refuses an erasure of records that are not due`() async throws {
        try await withOldRecords { office in
            for (part, before, seq) in [("time", "now() - interval '1 month'", 11), ("time", "now() - interval '3 years'", 11)]
            {
                await #expect(throws: PostgresError.self) {
                    try await office.execute(
                        """
                        begin;
                        insert into erasure (id, seq, part, office_id, before, rule, digest)
                        values ('00000000-0000-0000-0000-000000000001', 99, '\(part)', 1, \(before), 'x', sha256(''));
                        insert into erased_record values (\(seq), '\(part)', '00000000-0000-0000-0000-000000000001');
                        select carry_out_erasure('00000000-0000-0000-0000-000000000001');
                        commit
                        """)
                }
                try await office.execute("rollback")
            }
            #expect(try await counts(office) == "6 4 2 2")
        }
    }

    @Test(arguments: [(0, 9_000), (8_999, 1), (9_000, 86_400), (86_399, 9_001), (-1, 9_001)] as [(Int64, Int64)])
    func `The retention job waits until half past two at night`(second: Int64, wait: Int64) {
        #expect(RetentionJob.timeToNight(from: Instant(millisecondsSince1970: second * 1000)) == .seconds(wait))
    }

    @Test func `Retention runs on one server at a time`() async throws {
        try await withOldRecords { office in
            try await office.pool.withConnection { connection in
                try await connection.execute("select pg_advisory_lock(6517364)")
                #expect(try await run(office) == nil)
                try await connection.execute("select pg_advisory_unlock(6517364)")
            }
            #expect(try await FoldedPresence.all(in: office.store)["bo"]?.desk != nil)
            #expect(try await run(office) == [6, 4])
        }
    }

    @Test func `A person's list of accesses includes exports of their office`() async throws {
        try await TestOffice.with { office in
            let people = try await office.store.people.people()
            let (ada, bo, cy) = (people[0].id, people[1].id, people[2].id)
            let period = CivilDate(daysSince1970: 20_000)...CivilDate(daysSince1970: 20_030)
            try await office.store.audit.log(Access(by: bo, to: .person(ada), of: period, purpose: "Approving"), now: Self.now)
            try await office.store.audit.log(
                Access(by: cy, to: .offices([office.office]), of: period, purpose: "Payroll"), now: Self.now + .seconds(1))
            let accesses = try await office.store.audit.accesses(to: ada)
            #expect(accesses.map(\.userName) == ["cy", "bo"])
            #expect(accesses.map(\.period) == [period, period])
            #expect(try await office.store.audit.accesses(to: bo).map(\.purpose) == ["Payroll"])
        }
    }
}
