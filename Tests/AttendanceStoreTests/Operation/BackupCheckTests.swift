import Attendance
import AttendanceStore
import Foundation
import Postgres
import TestOffice
import TestServers
import Testing

/// A restored database is compared with an anchor of the original one.
@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(2)))
struct `Backup check` {
    private static let noon = TestOffice.noon

    /// Passes an office with a day in October, a finished day and an open session in November, and its anchor.
    private func withAnchor(_ body: (TestOffice, LedgerAnchor) async throws -> Void) async throws {
        try await TestOffice.with { office in
            try await tap(office, ("ada", .start, -30 * 86_400), ("ada", .end, -30 * 86_400 + 3600))
            try await tap(office, ("ada", .start, -86_400), ("ada", .pause, -80_000), ("ada", .end, -70_000))
            try await tap(office, ("bo", .start, 0), ("bo", .pause, 1800))
            try await body(office, try await anchor(of: office))
        }
    }

    private func tap(_ office: TestOffice, _ taps: (user: String, kind: TapKind, second: Int64)...) async throws {
        let submissions = taps.map { tap in
            TestOffice.submission(
                tap.user, tap.kind, at: Self.noon + .seconds(tap.second), desk: tap.kind == .start ? "6F-A1" : nil)
        }
        _ = try await TapRecorder.recordAlone(submissions, pool: office.pool)
    }

    private func anchor(of office: TestOffice) async throws -> LedgerAnchor {
        try await office.store.secrets.bind()
        return try await office.store.anchors.anchor(zones: try .system(), now: Self.noon + .seconds(7200))
    }

    /// The findings of a check that did not pass, as `CHECK RESULT`, in order.
    private func problems(
        _ office: TestOffice, _ anchor: LedgerAnchor, secretFile: String? = nil,
        skipping skipped: Set<BackupCheck.Check> = []
    ) async throws -> [String] {
        let store = AttendanceStore(pool: office.pool, secretFile: secretFile ?? office.secretFile, createsSecret: false)
        let check = BackupCheck(store, schemas: Migrator(office.folder).schemas, zones: try .system())
        return await check.run(against: anchor, skipping: skipped) { _ in }.filter { $0.result != .passed }.map {
            "\($0.check) \($0.result)"
        }
    }

    /// As an attacker with all rights: without triggers.
    private func change(_ office: TestOffice, _ statement: String) async throws {
        try await office.execute("set session_replication_role = replica; \(statement); reset session_replication_role")
    }

    @Test func `A complete backup passes all checks, also with later records`() async throws {
        try await withAnchor { office, anchor in
            #expect(try await problems(office, anchor) == [])
            try await tap(office, ("bo", .end, 8000), ("cy", .start, 8001))
            try await office.execute("update person set display_name = 'Ada L.' where user_name = 'ada'")
            #expect(try await problems(office, anchor) == [])
            #expect(try await problems(office, anchor, skipping: [.indexes]) == ["indexes skipped"])
            #expect(try await office.value("select count(*)::text from pg_extension where extname = 'amcheck'") == "0")
        }
    }

    @Test func `An anchor is the same after it was written to its file and read`() async throws {
        try await withAnchor { office, anchor in
            let text = String(decoding: try anchor.json(), as: UTF8.self)
            #expect(try LedgerAnchor(json: Data(text.utf8)) == anchor)
            #expect(anchor.record.months.map(\.first.description) == ["2026-10-01", "2026-11-01"])
            #expect(anchor.record.months.map(\.workedSeconds) == [3600, 6400 + 1800])
            for name in ["Lindqvist", "Nakamura", "6F-A1"] { #expect(!text.contains(name)) }
            for wrong in [
                "", "{}", text.replacing("\"anchor\" : 1", with: "\"anchor\" : 2"), text.replacing("2026-10-01", with: "x"),
            ] {
                #expect(throws: LedgerAnchor.FileError.unreadable, "\(wrong)") { () throws in
                    _ = try LedgerAnchor(json: Data(wrong.utf8))
                }
            }
        }
    }

    // MARK: Sabotage

    @Test func `A backup without the latest records fails, as after the loss of a log segment`() async throws {
        try await TestOffice.with { office in
            try await tap(office, ("ada", .start, 0))
            let backup = try await DatabaseCopy(of: office)
            try await tap(office, ("ada", .end, 3600))
            let anchor = try await anchor(of: office)
            try await backup.restore()
            #expect(try await problems(office, anchor) == ["head failed", "hours failed"])
        }
    }

    @Test func `A backup with another servers' secret fails`() async throws {
        try await withAnchor { office, anchor in
            let other = office.secretFile + ".other"
            try Data(repeating: 7, count: 32).write(to: URL(filePath: other))
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: other)
            #expect(try await problems(office, anchor, secretFile: other) == ["secret failed"])
            #expect(try await problems(office, anchor, secretFile: other + ".missing") == ["secret failed"])
        }
    }

    @Test func `A backup whose tail was cut off fails, although its ledger is correct`() async throws {
        try await withAnchor { office, anchor in
            try await change(
                office,
                """
                delete from log_place where seq > (select seq - 2 from log_head);
                delete from log_record where seq > (select seq - 2 from log_head);
                update log_head set (seq, hash) = (select seq, entry_hash from log_record order by seq desc limit 1)
                """)
            #expect(try await problems(office, anchor) == ["head failed", "hours failed"])
        }
    }

    @Test func `A backup whose ledger was built anew fails, although its ledger is correct`() async throws {
        try await TestOffice.with { office in
            let backup = try await DatabaseCopy(of: office)
            try await tap(office, ("ada", .start, 0), ("ada", .end, 3600))
            let anchor = try await anchor(of: office)
            try await backup.restore()
            try await tap(office, ("ada", .start, 0), ("ada", .end, 3601), ("cy", .start, 7300))
            // The secret was created after the copy.
            try await office.store.secrets.bind()
            #expect(try await problems(office, anchor) == ["head failed", "hours failed"])
        }
    }

    @Test(arguments: [
        ("hours", "update log_record set at = at - interval '1 hour' where kind = 'start'", "ledger hours"),
        ("settings", "update office_settings set max_session_s = 60", "ledger hours"),
        (
            "names",
            """
            update person set user_name = user_name || '2' where id = 1; update person set user_name = 'ada' where id = 2;
            update person set user_name = 'bo' where id = 1
            """, "ledger"
        ),
        ("hold", "insert into legal_hold (person_id, reason, held_at) values (1, 'x', now())", "ledger"),
        (
            "index",
            """
            set allow_system_table_mods = on;
            update pg_index set indisready = false where indexrelid = 'access_log_by_time'::regclass;
            insert into access_log (at, reader_id, period_from, period_to, purpose) values (now(), 1, now(), now(), 'x');
            update pg_index set indisready = true where indexrelid = 'access_log_by_time'::regclass
            """, "indexes"
        ),
        ("index", "update pg_index set indisvalid = false where indexrelid = 'person_by_team'::regclass", "indexes"),
    ])
    func `A backup fails if something in it was changed or damaged`(what: String, statement: String, failed: String)
        async throws
    {
        try await withAnchor { office, anchor in
            try await change(office, statement)
            #expect(try await problems(office, anchor) == failed.split(separator: " ").map { "\($0) failed" })
        }
    }

    @Test func `An anchor that was changed, or that another secret signed, proves nothing`() async throws {
        try await withAnchor { office, anchor in
            func problemsWith(_ change: (inout LedgerAnchor) -> Void) async throws -> [String] {
                var changed = anchor
                change(&changed)
                return try await problems(office, changed)
            }
            let hours = try await problemsWith { $0.record.months[0].workedSeconds += 1 }
            #expect(hours == ["secret failed", "hours failed"])
            #expect(try await problemsWith { $0.secret = [UInt8](repeating: 1, count: 32) } == ["secret failed"])
            #expect(try await problemsWith { $0.schema += 1 } == ["secret failed", "schema failed"])
        }
    }

    @Test func `Settings, names and erasures after the anchor change nothing that it proves`() async throws {
        try await withAnchor { office, anchor in
            try await office.execute(
                """
                insert into office_settings (office_id, valid_from, time_zone, max_session_s) values (1, '2026-01-01', 'UTC', 60);
                update office set place_retention_days = 0, time_retention_months = 1
                """)
            _ = try await office.store.offices.addOffice(name: "Other", timeZone: "Europe/Oslo")
            _ = try await office.store.retention.eraseName(of: 4, now: Self.noon + .seconds(40 * 86_400))
            _ = try await office.store.retention.runRetention(now: Self.noon + .seconds(7200), zones: try .system())
            #expect(try await office.value("select string_agg(part, ' ' order by seq) from erasure") == "place")
            #expect(try await problems(office, anchor) == [])
        }
    }

    @Test func `What cannot be compared any more is not proven`() async throws {
        try await withAnchor { office, anchor in
            try await office.execute("alter table person rename to people")
            #expect(try await problems(office, anchor) == ["ledger unchecked", "hours unchecked"])
            try await office.execute("alter table people rename to person")
            try await office.execute(
                """
                insert into erasure (id, seq, part, office_id, before, rule, digest)
                values (gen_random_uuid(), 14, 'time', 1, '2026-11-01', 'x', sha256(''))
                """)
            #expect(try await problems(office, anchor, skipping: [.ledger]) == ["ledger skipped", "hours unchecked"])
        }
    }

    @Test func `A database without a signing key of the anchor fails`() async throws {
        try await TestOffice.with { office in
            _ = try await office.store.signingKeys.addSigningKey(now: Self.noon)
            let anchor = try await anchor(of: office)
            try await office.execute("delete from signing_key")
            #expect(try await problems(office, anchor) == ["secret failed"])
        }
    }

    // MARK: The nightly job

    @Test func `The nightly job writes an anchor, and keeps one that the ledger contradicts`() async throws {
        try await TestOffice.with { office in
            let backup = try await DatabaseCopy(of: office)
            try await tap(office, ("ada", .start, 0))
            let folder = AnchorFolder(office.secretFile + ".anchors")
            func run(day: Int64 = 0, isMade: Bool = true) async throws -> LedgerAnchor? {
                let job = AnchorJob(
                    anchors: office.store.anchors, folder: folder, zones: try .system(), logger: TestOffice.logger
                ) { Self.noon + .seconds(7200 + day * 86_400) }
                #expect((await job.anchorLedger() != nil) == isMade)
                return try folder.latest()?.anchor
            }
            // An anchor creates no secret.
            #expect(try await run(isMade: false) == nil)
            try await office.store.secrets.bind()
            let first = try #require(try await run())
            #expect(try await problems(office, first) == [])
            try await tap(office, ("ada", .end, 60))
            let second = try #require(try await run(day: 1))
            #expect(second.head.seq == first.head.seq + 1)
            #expect(try files(folder) == ["2026-11-20.json", "2026-11-21.json"])
            try await backup.restore()
            #expect(try await run(day: 2, isMade: false) == second)
            // Moved away by the administrator.
            try FileManager.default.removeItem(atPath: folder.path + "/2026-11-20.json")
            try Data("{}".utf8).write(to: URL(filePath: folder.path + "/2026-11-21.json"))
            await #expect(throws: LedgerAnchor.FileError.unreadable) { _ = try await run(day: 2, isMade: false) }
            try FileManager.default.removeItem(atPath: folder.path + "/2026-11-21.json")
            for day in 0..<Int64(AnchorFolder.kept) { _ = try await run(day: day) }
            _ = try await run(day: Int64(AnchorFolder.kept))
            #expect(try files(folder).count == AnchorFolder.kept && files(folder).first == "2026-11-21.json")
        }
    }

    private func files(_ folder: AnchorFolder) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    @Test(
        arguments: [
            // Never, or before the last night: soon.
            (nil, 0, 10...10), (-86_400, 0, 10...10), (10_000, 11_000, 10...10), (60, 0, 10...10),
            // Else at three at night, within ten minutes.
            (-1, 0, 10_800...11_400), (-75_600, 10_799, 1...601), (10_800, 10_800, 86_400...87_000),
            (10_900, 86_399, 10_801...11_401),
        ] as [(Int64?, Int64, ClosedRange<Int64>)])
    func `The nightly job runs at three, or soon after the start if an anchor is missing`(
        latest: Int64?, now: Int64, seconds: ClosedRange<Int64>
    ) {
        func instant(_ second: Int64) -> Instant { Instant(millisecondsSince1970: (86_400 * 20_000 + second) * 1000) }
        let wait = AnchorJob.firstWait(latest: latest.map(instant), now: instant(now))
        #expect(seconds.contains(wait.components.seconds))
    }
}
