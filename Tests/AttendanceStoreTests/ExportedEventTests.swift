import Attendance
import AttendanceStore
import Foundation
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)")) struct `Events as CSV` {
    private static let header =
        "seq,id,type,employee_id,kind,at_original,at_effective,received_at,office,desk,status,corrections,"
        + "employee_name,time_zone,reader\r\n"
    private let noon = TestOffice.noon

    @Test func `have a header also where there are none`() async throws {
        try await TestOffice.with { (office) async throws in
            #expect(try await csv(office) == Self.header)
        }
    }

    @Test func `give every tap of the period, oldest first, to the byte`() async throws {
        try await TestOffice.with { office in
            let (first, second) = (UUID(), UUID())
            let key = try await office.store.addReader(name: "front door")
            let reader = try await AccessCache(store: office.store).reader(withKey: key, now: noon)?.id
            try await office.withRecorder { (recorder) async throws in
                _ = try await recorder.record([
                    TestOffice.submission("ada", .pause, at: noon.adding(seconds: 60), id: second),
                    TestOffice.submission("ada", .start, desk: "6F-A1", id: first, reader: reader),
                    // Outside the period, which does not hold its end.
                    TestOffice.submission("ada", .end, at: noon.adding(seconds: 3600)),
                ])
            }
            #expect(
                try await csv(office) == Self.header
                    + "2,\(first.uuidString.lowercased()),tap,ada,start,2026-11-20T12:00:00.000+09:00,"
                    + "2026-11-20T03:00:00.000+00:00,2026-11-20T03:00:00.000+00:00,Harbour Office,6F-A1,effective,,"
                    + "Ada Lindqvist,Asia/Tokyo,front door\r\n"
                    + "1,\(second.uuidString.lowercased()),tap,ada,pause,2026-11-20T12:01:00.000+09:00,"
                    + "2026-11-20T03:01:00.000+00:00,2026-11-20T03:01:00.000+00:00,Harbour Office,,effective,,"
                    + "Ada Lindqvist,Asia/Tokyo,\r\n")
        }
    }

    @Test(arguments: [
        ("=1+1", "'=1+1"), ("+81", "'+81"), ("-1", "'-1"), ("@sum", "'@sum"), ("\tx", "'\tx"), ("\rx", "\"'\rx\""),
        ("\nx", "\"'\nx\""), ("＝1", "'＝1"), ("＋1", "'＋1"), ("－1", "'－1"), ("＠a", "'＠a"),
        ("佐藤 恵美", "佐藤 恵美"), ("a,b", "\"a,b\""), ("say \"hi\"", "\"say \"\"hi\"\"\""), ("two\nlines", "\"two\nlines\""),
        ("two\r\nlines", "\"two\r\nlines\""), ("O'Connor", "O'Connor"), ("a=b", "a=b"), ("\\.", "\\."), (" x ", " x "),
    ])
    func `hold a name as a spreadsheet may show it`(name: String, cell: String) async throws {
        try await TestOffice.with { office in
            try await office.store.addPerson(userName: "x", displayName: name, role: .employee, office: office.office)
            try await office.withRecorder { (recorder) async throws in
                _ = try await recorder.record([TestOffice.submission("x", .start, desk: "6F-A1")])
            }
            let end = Array(",effective,,\(cell),Asia/Tokyo,\r\n".utf8)
            #expect(try await Array(csv(office).utf8.suffix(end.count)) == end)
        }
    }

    @Test func `say which taps are put aside`() async throws {
        try await TestOffice.with { office in
            try await office.withRecorder { (recorder) async throws in
                _ = try await recorder.record([
                    TestOffice.submission("ada", .start, desk: "6F-A1", receivedAt: noon.adding(seconds: -3600))
                ])
            }
            #expect(try await csv(office).contains(",quarantined,"))
        }
    }

    @Test func `say what was corrected, by whom and why, and count as the record does`() async throws {
        try await TestOffice.with { office in
            let (kept, gone, late) = (UUID(), UUID(), UUID())
            let why = Justification(author: "cy", reason: "=A slip")
            let now = noon.adding(seconds: 7200)
            try await office.withRecorder { (recorder) async throws in
                _ = try await recorder.record([
                    TestOffice.submission("ada", .start, desk: "6F-A1", id: kept),
                    TestOffice.submission("ada", .pause, at: noon.adding(seconds: 60), id: gone),
                    // Outside the period until it is amended into it.
                    TestOffice.submission("ada", .end, at: noon.adding(seconds: 3600), id: late),
                ])
            }
            let desk = try #require(DeskID("7F-A1"))
            let changes: [(UUID, Correction.Change)] = [
                (kept, .amend(Amendment(kind: .start, desk: .named(desk)))), (gone, .void),
                (late, .amend(Amendment(at: noon.adding(seconds: 120)))), (late, .void), (late, .restore),
            ]
            _ = try await office.store.correct(
                changes.map { target, change in
                    CorrectionSubmission(
                        .correction(Correction(id: UUID(), target: target, change: change, justification: why)),
                        receivedAt: now)
                } + [
                    CorrectionSubmission(
                        .add(Tap(id: UUID(), user: "bo", kind: .end, at: noon.adding(seconds: 180), desk: nil), why),
                        receivedAt: now)
                ])
            let lines = try await csv(office).split(separator: "\r\n").dropFirst().map(String.init)
            let by = "by cy 2026-11-20T05:00:00+00:00 (=A slip)"
            #expect(
                lines.map { $0.split(separator: ",", omittingEmptySubsequences: false)[8...11].joined(separator: ",") } == [
                    "Harbour Office,7F-A1,effective,amend kind start desk 7F-A1 \(by)",
                    "Harbour Office,,voided,void \(by)",
                    "Harbour Office,,effective,amend at 2026-11-20T03:02:00.000+00:00 \(by); void \(by); restore \(by)",
                    "Harbour Office,,effective,added by cy (=A slip)",
                ])
        }
    }

    /// The file is folded by SQL and the record by the rules' own code: whatever was corrected, they say the same.
    @Test(arguments: [UInt64](1...6))
    func `count whatever was corrected as the rules do`(seed: UInt64) async throws {
        try await TestOffice.with { office in
            try await office.execute("update office_settings set max_age_s = null")
            var stream = RandomStream(seed: seed, span: 20 * 86_400)
            for _ in 0..<4 {
                let taps = (0..<40).map { _ in stream.tap() }
                _ = try await TapRecorder.recordAlone(taps, pool: office.pool)
                _ = try await office.store.correct((0..<40).map { _ in stream.correction() })
            }
            #expect(try await office.value("select (count(*) > 30)::text from correction") == "true")
            var expected: [String: String] = [:]
            let (from, to) = (noon.adding(seconds: -12 * 86_400), noon.adding(seconds: -4 * 86_400))
            for (user, events) in try await StoredLog.events(in: office) {
                for event in events where event.at >= from && event.at < to {
                    expected[event.id.uuidString.lowercased()] = [
                        user, event.kind.rawValue, event.at.rfc3339(precision: .milliseconds),
                        event.desk?.description ?? "", event.status.rawValue,
                    ].joined(separator: " ")
                }
            }
            var bytes: [UInt8] = []
            try await office.store.withEventsCSV(from: from, to: to) { bytes += $0 }
            var found: [String: String] = [:]
            for line in String(decoding: bytes, as: UTF8.self).split(separator: "\r\n").dropFirst() {
                let cells = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
                found[cells[1]] = [cells[3], cells[4], cells[6], cells[9], cells[10]].joined(separator: " ")
            }
            #expect(found == expected, "seed \(seed)")
        }
    }

    /// Whoever wrote down the head of an export gets the same bytes again, whatever came since.
    @Test func `are the same again at the head they were made at`() async throws {
        try await TestOffice.with { office in
            var stream = RandomStream(seed: 7, span: 3 * 86_400)
            func grow() async throws {
                _ = try await TapRecorder.recordAlone((0..<30).map { _ in stream.tap() }, pool: office.pool)
                _ = try await office.store.correct((0..<30).map { _ in stream.correction() })
            }
            let (store, zones) = (office.store, try TimeZoneDatabase.system())
            func export(_ stamp: ExportStamp) async throws -> [[UInt8]] {
                var events: [UInt8] = []
                try await store.withEventsCSV(from: noon.adding(seconds: -9_000_000), to: noon, at: stamp.head.seq) {
                    events += $0
                }
                var rows = DailyRowsCSV(try await store.offices(), try await store.calendars(zones))
                let day = try #require(CivilDate(text: "2026-11-18"))
                try await store.withRecords(in: day...day, asOf: stamp.asOf, zones: zones, at: stamp.head.seq) {
                    rows.write($0)
                }
                return [events, rows.take()]
            }
            try await grow()
            let stamp = try await store.exportStamp(asOf: noon, zones: zones)
            let first = try await export(stamp)
            try await grow()
            #expect(try await export(stamp) == first)
            #expect(try await store.exportStamp(asOf: noon, zones: zones, at: stamp.head) == stamp)
            #expect(try await export(store.exportStamp(asOf: noon, zones: zones)) != first)
            let other = LedgerCheckpoint(seq: stamp.head.seq, hash: [UInt8](repeating: 1, count: 32))
            await #expect(throws: StoreError.unknownCheckpoint(other.text)) {
                _ = try await store.exportStamp(asOf: noon, zones: zones, at: other)
            }
        }
    }

    @Test func `stream more than the connection takes at once, and stop where the taker does`() async throws {
        try await TestOffice.with { office in
            try await office.execute(
                """
                insert into event (id, seq, type, person_id, kind, at, at_sent, office_id, received_at)
                select gen_random_uuid(), n, 'tap', 1, 'pause', to_timestamp(\(noon.seconds)), repeat('x', 200), 1, now()
                  from generate_series(1, 20000) as n
                """)
            var lines = 0
            var pieces = 0
            try await office.store.withEventsCSV(from: noon, to: noon.adding(seconds: 1)) { piece in
                pieces += 1
                lines += piece.count { $0 == UInt8(ascii: "\n") }
            }
            #expect(lines == 20_001)
            #expect(pieces > 10)

            struct Enough: Error {}
            await #expect(throws: Enough.self) {
                try await office.store.withEventsCSV(from: noon, to: noon.adding(seconds: 1)) { _ in throw Enough() }
            }
            #expect(try await office.value("select 'fine'") == "fine")
        }
    }

    private func csv(_ office: TestOffice) async throws -> String {
        var bytes: [UInt8] = []
        try await office.store.withEventsCSV(from: noon, to: noon.adding(seconds: 3600)) { bytes += $0 }
        return try #require(String(validating: bytes, as: UTF8.self))
    }
}
