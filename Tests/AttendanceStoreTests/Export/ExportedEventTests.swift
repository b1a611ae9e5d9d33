import Attendance
import AttendanceStore
import Foundation
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)")) struct `Exported events` {
    private let noon = TestOffice.noon
    /// The date of `noon` in Tokyo.
    private static let day = CivilDate(daysSince1970: 20_777)

    @Test func `The events export has each tap of the period's working days, oldest first`() async throws {
        try await TestOffice.with { office in
            let (first, second) = (UUID(), UUID())
            let key = try await office.store.readers.addReader(name: "front door")
            let reader = try await AccessCache(store: office.store).reader(withKey: key, now: noon)?.id
            #expect(try await lines(office).isEmpty)
            try await office.withRecorder { (recorder) async throws in
                _ = try await recorder.record([
                    TestOffice.submission("ada", .pause, at: noon + .seconds(60), id: second),
                    TestOffice.submission("ada", .start, desk: "6F-A1", id: first, reader: reader),
                    // The next day in Tokyo, the same day in UTC.
                    TestOffice.submission("ada", .end, at: noon + .seconds(13 * 3600)),
                ])
            }
            #expect(
                try await lines(office) == [
                    "\(TestOffice.facts + 2) \(first.uuidString) tap start 2026-11-20T12:00:00.000+09:00 2026-11-20T03:00:00.000+00:00 "
                        + "2026-11-20T03:00:00.000+00:00 6F-A1 effective - front door",
                    "\(TestOffice.facts + 1) \(second.uuidString) tap pause 2026-11-20T12:01:00.000+09:00 2026-11-20T03:01:00.000+00:00 "
                        + "2026-11-20T03:01:00.000+00:00 - effective - -",
                ])
        }
    }

    @Test func `The events export can be limited to some people`() async throws {
        try await TestOffice.with { office in
            try await office.withRecorder { (recorder) async throws in
                _ = try await recorder.record(["ada", "bo", "cy"].map { TestOffice.submission($0, .start, desk: "6F-A1") })
            }
            var ids: [String: PersonID] = [:]
            for person in try await office.store.people.people() { ids[person.userName] = person.id }
            let (ada, bo, cy) = (try #require(ids["ada"]), try #require(ids["bo"]), try #require(ids["cy"]))
            for people in [[], [ada], [ada, cy], [ada, bo, cy]] {
                var found: [PersonID] = []
                try await office.store.exports.withEvents(of: people, in: Self.day...Self.day, zones: try .system()) {
                    found += $0.map(\.person)
                }
                #expect(found.sorted() == people.sorted())
            }
        }
    }

    @Test func `The events export marks quarantined taps`() async throws {
        try await TestOffice.with { office in
            try await office.withRecorder { (recorder) async throws in
                _ = try await recorder.record([
                    TestOffice.submission("ada", .start, desk: "6F-A1", receivedAt: noon - .seconds(3600))
                ])
            }
            #expect(try await events(office).map(\.status) == ["quarantined"])
        }
    }

    @Test func `The events export shows corrected values, and each correction with its author and reason`() async throws {
        try await TestOffice.with { office in
            let (kept, gone, late) = (UUID(), UUID(), UUID())
            let why = Justification(author: "cy", reason: "=A slip")
            let now = noon + .seconds(7200)
            try await office.withRecorder { (recorder) async throws in
                _ = try await recorder.record([
                    TestOffice.submission("ada", .start, desk: "6F-A1", id: kept),
                    TestOffice.submission("ada", .pause, at: noon + .seconds(60), id: gone),
                    // Outside the period until an amendment moves it into it.
                    TestOffice.submission("ada", .end, at: noon + .seconds(86_400), id: late),
                ])
            }
            let desk = try #require(DeskID("7F-A1"))
            let changes: [(UUID, Correction.Change)] = [
                (kept, .amend(Amendment(kind: .start, desk: .named(desk)))), (gone, .void),
                (late, .amend(Amendment(at: noon + .seconds(120)))), (late, .void), (late, .restore),
            ]
            _ = try await office.store.corrections.correct(
                changes.map { target, change in
                    CorrectionSubmission(
                        .correction(Correction(id: UUID(), target: target, change: change, justification: why)),
                        receivedAt: now)
                } + [
                    CorrectionSubmission(
                        .add(Tap(id: UUID(), user: "bo", kind: .end, at: noon + .seconds(180), desk: nil), why),
                        receivedAt: now)
                ])
            let by = "by cy 2026-11-20T05:00:00+00:00 (=A slip)"
            #expect(
                try await events(office).map { "\($0.kind) \($0.desk ?? "-") \($0.status) \($0.corrections ?? "-")" } == [
                    "start 7F-A1 effective amend kind start desk 7F-A1 \(by)",
                    "pause - voided void \(by)",
                    "end - effective amend at 2026-11-20T03:02:00.000+00:00 \(by); void \(by); restore \(by)",
                    "end - effective added by cy (=A slip)",
                ])
        }
    }

    /// SQL folds the exported events, Swift code folds the record. Both must agree.
    @Test(arguments: [UInt64](1...6))
    func `The events export agrees with the rules for random taps and corrections`(seed: UInt64) async throws {
        try await TestOffice.with { office in
            try await office.execute("update office_settings set max_age_s = null")
            var stream = RandomStream(seed: seed, span: 20 * 86_400)
            for _ in 0..<4 {
                let taps = (0..<40).map { _ in stream.tap() }
                _ = try await TapRecorder.recordAlone(taps, pool: office.pool)
                _ = try await office.store.corrections.correct((0..<40).map { _ in stream.correction() })
            }
            #expect(try await office.value("select (count(*) > 30)::text from correction") == "true")
            var expected: [UUID: String] = [:]
            let days = CivilDate(daysSince1970: 20_765)...CivilDate(daysSince1970: 20_773)
            let zones = try TimeZoneDatabase.system()
            var calendars = try await office.store.officeSettings.calendars(zones)
            for (_, events) in try await StoredLog.events(in: office) {
                for event in events where days.contains(calendars[event.office].workingDay(at: event.at.seconds).date) {
                    expected[event.id] = [
                        event.kind.rawValue, event.at.rfc3339(precision: .milliseconds), event.desk?.description ?? "",
                        event.status.rawValue,
                    ].joined(separator: " ")
                }
            }
            var found: [UUID: String] = [:]
            let all = try await events(office, in: days)
            for event in all {
                found[event.id] = [
                    event.kind, event.at.rfc3339(precision: .milliseconds), event.desk ?? "", event.status,
                ].joined(separator: " ")
            }
            #expect(!expected.isEmpty)
            #expect(found == expected, "seed \(seed)")
            // Any slice size gives the same events in the same order.
            #expect(zip(all, all.dropFirst()).allSatisfy { ($0.at, $0.seq) < ($1.at, $1.seq) })
            for personDays in [1, 25] as [Int64] {
                var sliced: [ExportedEvent] = []
                try await office.store.exports.withEvents(in: days, zones: zones, personDays: personDays) { sliced += $0 }
                #expect(sliced == all)
            }
            // The same for some people: the events of a few are read by person, of most by time.
            let people = Set(all.map(\.person)).sorted()
            for colleagues in [0, 40] {
                try await office.execute(
                    """
                    insert into person (user_name, display_name, office_id)
                    select 'colleague' || n, 'A colleague', 1 from generate_series(1, \(colleagues)) as n
                    """)
                for some in people.map({ [$0] }) + [people, Array(people.dropFirst())] {
                    for personDays in [1, 25] as [Int64] {
                        var found: [ExportedEvent] = []
                        try await office.store.exports.withEvents(of: some, in: days, zones: zones, personDays: personDays) {
                            found += $0
                        }
                        #expect(found == all.filter { some.contains($0.person) })
                    }
                }
            }
        }
    }

    @Test func `An export at an earlier ledger head gives the same events and rows again`() async throws {
        try await TestOffice.with { office in
            var stream = RandomStream(seed: 7, span: 3 * 86_400)
            func grow() async throws {
                _ = try await TapRecorder.recordAlone((0..<30).map { _ in stream.tap() }, pool: office.pool)
                _ = try await office.store.corrections.correct((0..<30).map { _ in stream.correction() })
            }
            let (store, zones) = (office.store, try TimeZoneDatabase.system())
            func export(_ stamp: ExportStamp) async throws -> (events: [ExportedEvent], rows: [[DailyRow]]) {
                let days = CivilDate(daysSince1970: 20_600)...Self.day
                let events = try await events(office, in: days, at: stamp.head.seq)
                var rows: [[DailyRow]] = []
                let day = try #require(CivilDate(text: "2026-11-18"))
                try await store.record.withRecords(in: day...day, asOf: stamp.asOf, zones: zones, at: stamp.head.seq) {
                    rows.append($0.rows)
                }
                return (events, rows)
            }
            try await grow()
            let stamp = try await store.exports.exportStamp(asOf: noon, zones: zones)
            let first = try await export(stamp)
            try await grow()
            // Also settings that are changed for past days.
            try await office.execute(
                "insert into office_settings (office_id, valid_from, time_zone) values (1, '-infinity', 'Europe/Oslo')")
            let again = try await export(stamp)
            #expect(again.events == first.events && again.rows == first.rows)
            #expect(try await store.exports.exportStamp(asOf: noon, zones: zones, at: stamp.head) == stamp)
            #expect(try await export(store.exports.exportStamp(asOf: noon, zones: zones)).events != first.events)
            let other = LedgerCheckpoint(seq: stamp.head.seq, hash: [UInt8](repeating: 1, count: 32))
            await #expect(throws: StoreError.unknownCheckpoint(other.text)) {
                _ = try await store.exports.exportStamp(asOf: noon, zones: zones, at: other)
            }
        }
    }

    @Test func `The events export streams in pieces and stops when its receiver throws`() async throws {
        try await TestOffice.with { office in
            try await office.execute(
                """
                insert into log_record (id, seq, type, person_id, kind, at, at_sent, office_id, received_at, entry_hash, time_commit)
                select gen_random_uuid(), \(TestOffice.facts) + n, 'tap', 1, 'pause', to_timestamp(\(noon.seconds)), repeat('x', 200), 1, now(),
                       '', ''
                  from generate_series(1, 20000) as n
                """)
            var (count, pieces) = (0, 0)
            try await office.store.exports.withEvents(in: Self.day...Self.day, zones: try .system()) { piece in
                pieces += 1
                count += piece.count
            }
            #expect(count == 20_000 && pieces > 10)

            struct Enough: Error {}
            await #expect(throws: Enough.self) {
                try await office.store.exports.withEvents(in: Self.day...Self.day, zones: try .system()) { _ in throw Enough() }
            }
            #expect(try await office.value("select 'fine'") == "fine")
        }
    }

    @Test func `The default as_of of an export is now, but at most the instant from which its rows are final`() async throws {
        try await TestOffice.with { office in
            let (store, zones) = (office.store, try TimeZoneDatabase.system())
            func asOf(_ now: Instant) async throws -> Instant {
                try await store.exports.asOf(Self.day...Self.day, now: now, zones: zones)
            }
            #expect(try await asOf(noon) == noon)
            let later = noon + .seconds(40 * 86_400)
            let settled = try await asOf(later)
            #expect(settled < later && settled > noon + .seconds(12 * 3600))
            #expect(try await asOf(later + .seconds(86_400)) == settled)
        }
    }

    /// The end of a day is where the next one begins, so a change from that day counts.
    @Test(arguments: [(Int64(2), false), (1, true)])
    func `Settings that begin later than a period do not move the instant from which its rows are final`(
        days: Int64, moves: Bool
    ) async throws {
        try await TestOffice.with { office in
            let (store, zones) = (office.store, try TimeZoneDatabase.system())
            func asOf() async throws -> Instant {
                try await store.exports.asOf(Self.day...Self.day, now: noon + .seconds(40 * 86_400), zones: zones)
            }
            let settled = try await asOf()
            var change = OfficeSettingsChange()
            change.dayBoundary = 5 * 3600
            try await store.officeSettings.change(
                change, of: office.office, from: Self.day.adding(days: days), by: nil, now: noon, zones: zones)
            #expect(try await asOf() == settled + .seconds(moves ? 5 * 3600 : 0))
        }
    }

    private func events(
        _ office: TestOffice, in days: ClosedRange<CivilDate> = day...day, at seq: Int64? = nil
    ) async throws -> [ExportedEvent] {
        var events: [ExportedEvent] = []
        try await office.store.exports.withEvents(in: days, zones: try .system(), at: seq) { events += $0 }
        return events
    }

    private func lines(_ office: TestOffice) async throws -> [String] {
        try await events(office).map { event in
            [
                "\(event.seq)", event.id.uuidString, event.type, event.kind, event.atOriginal,
                event.at.rfc3339(precision: .milliseconds), event.receivedAt.rfc3339(precision: .milliseconds),
                event.desk ?? "-", event.status, event.corrections ?? "-", event.reader ?? "-",
            ].joined(separator: " ")
        }
    }
}
