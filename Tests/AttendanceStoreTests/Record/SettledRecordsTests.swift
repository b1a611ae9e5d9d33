import Attendance
import AttendanceStore
import Foundation
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, Comment(rawValue: TestDatabase.help)), .timeLimit(.minutes(10)))
struct `Kept values of settled days` {
    /// What is kept of some days in these tests: the whole record, without the notes about desks of pauses and ends.
    private struct Days: PeriodValue, Equatable {
        var rows: [DailyRow]
        var sessions: [Session]

        init(_ record: PeriodRecord) {
            (rows, sessions) = (record.rows, record.sessions)
            for index in sessions.indices { sessions[index].notes.removeAll { $0.code == .deskMismatch } }
        }

        mutating func add(_ next: Days) {
            rows += next.rows
            sessions += next.sessions
        }
    }

    private let settled = SettledRecords<Days>()
    private let noon = TestOffice.noon
    private let period: ClosedRange<CivilDate>
    private let zones: TimeZoneDatabase

    init() throws {
        let last = try #require(CivilDate(text: "2026-11-20"))
        period = last.adding(days: -40)...last
        zones = try .system()
    }

    /// The values of all people, joined, and how many were derived.
    private func values(
        in office: TestOffice, of people: [PersonID]? = nil, asOf instant: Instant, at seq: Int64? = nil
    ) async throws -> (days: [String: Days], derived: Int) {
        var (days, derived) = ([String: Days](), 0)
        try await office.store.record.withSummaries(
            settled, of: people, in: period, asOf: instant, zones: zones, at: seq,
            by: { record, _ in
                derived += 1
                return Days(record)
            }
        ) { days[$0.userName] = $0.value }
        return (days, derived)
    }

    private func direct(in office: TestOffice, asOf instant: Instant) async throws -> [String: Days] {
        var days: [String: Days] = [:]
        try await office.store.record.withRecords(in: period, asOf: instant, zones: zones) { record in
            days[record.userName] = Days(record)
        }
        return days
    }

    /// Late taps, taps in the future, quarantined ones, additions, corrections and restorations in any order, while time passes.
    @Test(arguments: [UInt64](1...3), [AttendancePolicy.Attribution.sessionStart, .split])
    func `Kept and newly derived days equal the record derived at once`(
        seed: UInt64, attribution: AttendancePolicy.Attribution
    ) async throws {
        try await TestOffice.with { office in
            try await office.execute(
                """
                update office_settings set day_boundary = '05:00', attribution = '\(attribution.rawValue)', max_age_s = null
                """)
            var stream = RandomStream(seed: seed, span: 45 * 86_400)
            for step: Int64 in 0..<12 {
                let taps = (0..<25).map { _ in stream.tap() }
                _ = try await TapRecorder.recordAlone(taps, pool: office.pool)
                _ = try await office.store.corrections.correct((0..<6).map { _ in stream.correction() })
                let instant = noon + .seconds((step - 9) * 86_400)
                let direct = try await direct(in: office, asOf: instant)
                #expect(try await values(in: office, asOf: instant).days == direct, "seed \(seed), step \(step)")
            }
            #expect(try await direct(in: office, asOf: noon).values.reduce(0) { $0 + $1.rows.count } > 40)
        }
    }

    @Test func `Only days that are not settled and people with a changed record are derived again`() async throws {
        try await TestOffice.with { office in
            var taps: [TapSubmission] = []
            for (user, desk) in [("ada", "6F-A1"), ("bo", "6F-A2")] {
                for day: Int64 in [10, 9, 1] {
                    let lunch = noon + .seconds(-day * 86_400)
                    taps.append(TestOffice.submission(user, .start, at: lunch + .seconds(-4 * 3600), desk: desk))
                    taps.append(TestOffice.submission(user, .end, at: lunch + .seconds(4 * 3600), desk: desk))
                }
            }
            _ = try await TapRecorder.recordAlone(taps, pool: office.pool)
            let everybody = try await direct(in: office, asOf: noon).count
            // The settled days, then the others.
            #expect(try await values(in: office, asOf: noon).derived == 2 * everybody)
            #expect(try await values(in: office, asOf: noon).derived == everybody)
            #expect(try await values(in: office, of: [1], asOf: noon).derived == 1)
            // A tap of today.
            _ = try await TapRecorder.recordAlone(
                [TestOffice.submission("ada", .start, at: noon, desk: "6F-A1")], pool: office.pool)
            #expect(try await values(in: office, asOf: noon).derived == everybody)
            // A late tap of a settled day.
            _ = try await TapRecorder.recordAlone(
                [TestOffice.submission("bo", .pause, at: noon + .seconds(-10 * 86_400), desk: "6F-A2")], pool: office.pool)
            #expect(try await values(in: office, asOf: noon).derived == everybody + 1)
            // One more day is settled, then the whole period.
            #expect(try await values(in: office, asOf: noon + .seconds(86_400)).derived == 2 * everybody)
            let later = noon + .seconds(5 * 86_400)
            #expect(try await values(in: office, asOf: later).derived == everybody)
            #expect(try await values(in: office, asOf: later).derived == 0)
            #expect(try await values(in: office, asOf: later).days == direct(in: office, asOf: later))
            // An earlier state is derived at once, and the kept values remain.
            let earlier = try await values(in: office, asOf: later, at: 0)
            #expect(earlier.derived == everybody && earlier.days["ada"]?.rows.isEmpty == true)
            #expect(try await values(in: office, asOf: later).derived == 0)
        }
    }

    @Test func `A pause that was corrected to a clock-in has its desk`() async throws {
        try await TestOffice.with { office in
            let (pause, first) = (UUID(), noon + .seconds(-10 * 86_400))
            _ = try await TapRecorder.recordAlone(
                [
                    TestOffice.submission("ada", .start, at: first, desk: "6F-A1"),
                    TestOffice.submission("ada", .pause, at: first + .seconds(3600), desk: "6F-A2", id: pause),
                    TestOffice.submission("ada", .end, at: first + .seconds(7200), desk: "6F-A3"),
                ], pool: office.pool)
            #expect(try await values(in: office, asOf: noon).days == direct(in: office, asOf: noon))
            let move = Correction(
                id: UUID(), target: pause, change: .amend(Amendment(kind: .start)),
                justification: Justification(author: "cy", reason: "It was a move"))
            _ = try await office.store.corrections.correct([CorrectionSubmission(.correction(move), receivedAt: noon)])
            let days = try await values(in: office, asOf: noon).days
            #expect(days["ada"]?.sessions.first?.stretches.map(\.desk) == [DeskID("6F-A1"), DeskID("6F-A2")])
            #expect(days == (try await direct(in: office, asOf: noon)))
        }
    }

    @Test func `Values derived since an earlier day are kept apart from those of the period alone`() async throws {
        try await TestOffice.with { office in
            let taps = (0..<30 as Range<Int64>).flatMap { day in
                let at = noon - .seconds((day + 1) * 86_400)
                return [
                    TestOffice.submission("ada", .start, at: at, desk: "6F-A1"),
                    TestOffice.submission("ada", .end, at: at + .seconds(3600)),
                ]
            }
            _ = try await TapRecorder.recordAlone(taps, pool: office.pool)
            let last = period.upperBound
            func rows(since first: CivilDate?) async throws -> Int {
                var count = 0
                try await office.store.record.withSummaries(
                    settled, of: nil, in: last.adding(days: -5)...last, since: first, asOf: noon, zones: zones,
                    by: { record, _ in Days(record) }
                ) { count += $0.value.rows.count }
                return count
            }
            for _ in 0..<2 {
                #expect(try await rows(since: last.adding(days: -20)) == 20)
                #expect(try await rows(since: nil) == 5)
            }
        }
    }

    @Test func `Changed settings and erasures empty the kept days`() async throws {
        try await TestOffice.with { office in
            let old = noon + .seconds(-30 * 86_400)
            let taps = [
                TestOffice.submission("ada", .start, at: old, desk: "6F-A1"),
                TestOffice.submission("ada", .end, at: old + .seconds(14 * 3600)),
            ]
            try await office.execute("update office_settings set max_age_s = null")
            _ = try await TapRecorder.recordAlone(taps, pool: office.pool)
            #expect(try await values(in: office, asOf: noon).days == direct(in: office, asOf: noon))
            var change = OfficeSettingsChange()
            change.attribution = .split
            try await office.store.officeSettings.change(
                change, of: office.office, from: period.lowerBound, allowsChangedRows: true, by: nil, now: noon, zones: zones)
            let split = try await values(in: office, asOf: noon).days
            #expect(split["ada"]?.rows.count == 2)
            #expect(split == (try await direct(in: office, asOf: noon)))
            #expect(split["ada"]?.sessions.first?.stretches.first?.desk != nil)
            try await office.store.retention.setRetention(of: office.office, timeMonths: 24, placeDays: 5)
            _ = try await office.store.retention.runRetention(now: noon, zones: zones)
            let erased = try await values(in: office, asOf: noon).days
            #expect(erased["ada"]?.sessions.first?.stretches.first?.desk == nil)
            #expect(erased == (try await direct(in: office, asOf: noon)))
        }
    }

    @Test func `Values kept before a restore of the database are not used after it`() async throws {
        try await TestOffice.with { office in
            func tap(_ user: String, _ kind: TapKind, _ hour: Int64) async throws {
                let at = noon + .seconds(hour * 3600 - 10 * 86_400)
                _ = try await TapRecorder.recordAlone(
                    [TestOffice.submission(user, kind, at: at, desk: "6F-A1")], pool: office.pool)
            }
            try await tap("ada", .start, -4)
            try await tap("ada", .end, 4)
            #expect(try await values(in: office, asOf: noon).days["ada"]?.rows.first?.workedSeconds == 8 * 3600)
            try await office.execute(
                """
                set session_replication_role = replica; delete from log_place where seq = (select seq from log_head);
                delete from log_record where seq = (select seq from log_head);
                update log_head set (seq, hash) = (select seq, entry_hash from log_record order by seq desc limit 1);
                reset session_replication_role
                """)
            // Another tap gets the number of the lost one.
            try await tap("bo", .start, 1)
            #expect(try await values(in: office, asOf: noon).days == direct(in: office, asOf: noon))
        }
    }
}
