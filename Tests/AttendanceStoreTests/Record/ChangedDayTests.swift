import Attendance
import AttendanceStore
import Foundation
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, Comment(rawValue: TestDatabase.help)), .timeLimit(.minutes(10)))
struct `Changed days` {
    private let noon = TestOffice.noon
    private let period: ClosedRange<CivilDate>
    private let zones: TimeZoneDatabase

    init() throws {
        let last = try #require(CivilDate(text: "2026-11-20"))
        period = last.adding(days: -9)...last
        zones = try .system()
    }

    private func state(_ office: TestOffice, asOf instant: Instant) async throws -> RecordState {
        RecordState(seq: try await office.store.ledger.ledgerHead().seq, asOf: instant)
    }

    /// The times and hours of a row as text.
    private static func text(_ row: DailyRow?) -> String {
        guard let row else { return "- - 0 0" }
        let times = [row.firstIn, row.lastOut].map { $0.map(String.init) ?? "-" }
        return (times + ["\(row.workedSeconds)", "\(row.pauseSeconds)"]).joined(separator: " ")
    }

    private func changes(_ office: TestOffice, from then: RecordState, to now: RecordState) async throws -> Set<String> {
        let people = try await office.store.exports.people(PeopleFilter()).map(\.id)
        let days = try await office.store.record.changedDays(of: people, in: period, since: then, until: now, zones: zones)
        return Set(
            days.map { "\($0.userName) \($0.key.date): \(Self.text($0.before?.row)) > \(Self.text($0.after?.row))" })
    }

    /// The same from the records of all people in both states.
    private func direct(_ office: TestOffice, from then: RecordState, to now: RecordState) async throws -> Set<String> {
        func rows(_ state: RecordState) async throws -> [String: String] {
            var rows: [String: String] = [:]
            try await office.store.record.withRecords(in: period, asOf: state.asOf, zones: zones, at: state.seq) { record in
                for row in record.rows { rows["\(record.userName) \(row.key.date)"] = Self.text(row) }
            }
            return rows
        }
        var calendars = try await office.store.officeSettings.calendars(zones)
        let today = calendars[office.office].workingDay(at: then.asOf.seconds).date
        let (before, after) = (try await rows(then), try await rows(now))
        var found: Set<String> = []
        for day in Set(before.keys).union(after.keys) where String(day.suffix(10)) < today.description {
            let (old, new) = (before[day] ?? Self.text(nil), after[day] ?? Self.text(nil))
            if old != new { found.insert("\(day): \(old) > \(new)") }
        }
        return found
    }

    /// Late taps, taps in the future, quarantined ones, additions, corrections and restorations in any order, while time passes.
    @Test(arguments: [UInt64](1...3), [AttendancePolicy.Attribution.sessionStart, .split])
    func `The days that changed between two states are those in which the whole records differ`(
        seed: UInt64, attribution: AttendancePolicy.Attribution
    ) async throws {
        try await TestOffice.with { office in
            try await office.execute(
                """
                update office_settings set day_boundary = '05:00', attribution = '\(attribution.rawValue)', max_age_s = null
                """)
            var stream = RandomStream(seed: seed, span: 25 * 86_400)
            var states: [RecordState] = []
            var count = 0
            for step: Int64 in 0..<8 {
                _ = try await TapRecorder.recordAlone((0..<25).map { _ in stream.tap() }, pool: office.pool)
                _ = try await office.store.corrections.correct((0..<4).map { _ in stream.correction() })
                let now = try await state(office, asOf: noon + .seconds((step - 5) * 86_400))
                for then in states {
                    let expected = try await direct(office, from: then, to: now)
                    #expect(try await changes(office, from: then, to: now) == expected, "seed \(seed), step \(step)")
                    count += expected.count
                }
                states.append(now)
            }
            #expect(count > 20)
        }
    }

    @Test func `A night shift that went on at an export is a change, a day that went on is none`() async throws {
        try await TestOffice.with { office in
            // From ten on Thursday evening, in Tokyo.
            let night = noon - .seconds(14 * 3600)
            _ = try await TapRecorder.recordAlone(
                [TestOffice.submission("ada", .start, at: night, desk: "6F-A1")], pool: office.pool)
            let export = try await state(office, asOf: noon - .seconds(9 * 3600))
            _ = try await TapRecorder.recordAlone(
                [
                    TestOffice.submission("ada", .end, at: night + .seconds(8 * 3600)),
                    TestOffice.submission("bo", .start, at: noon - .seconds(3600), desk: "6F-A2"),
                    TestOffice.submission("bo", .end, at: noon - .seconds(60)),
                ], pool: office.pool)
            let start = night.seconds
            let later = try await state(office, asOf: noon)
            #expect(
                try await changes(office, from: export, to: later)
                    == ["ada 2026-11-19: \(start) - 0 0 > \(start) \(start + 8 * 3600) \(8 * 3600) 0"])
            #expect(try await changes(office, from: later, to: later).isEmpty)
        }
    }

    @Test func `Other settings of an office change the days to which they apply`() async throws {
        try await TestOffice.with { office in
            let night = noon - .seconds(14 * 3600)
            _ = try await TapRecorder.recordAlone(
                [
                    TestOffice.submission("ada", .start, at: night, desk: "6F-A1"),
                    TestOffice.submission("ada", .end, at: night + .seconds(8 * 3600)),
                ], pool: office.pool)
            let export = try await state(office, asOf: noon)
            try await office.execute(
                """
                insert into office_settings (office_id, valid_from, time_zone, attribution)
                select office_id, '2026-11-01', time_zone, 'split' from office_settings where office_id = \(office.office)
                """)
            let later = try await state(office, asOf: noon)
            #expect(later.seq > export.seq)
            let expected = try await direct(office, from: export, to: later)
            #expect(expected.count == 1)
            #expect(try await changes(office, from: export, to: later) == expected)
        }
    }
}
