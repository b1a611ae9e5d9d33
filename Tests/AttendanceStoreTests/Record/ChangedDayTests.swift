import Attendance
import Foundation
import Postgres
import TestOffice
import TestServers
import Testing

@testable import AttendanceStore

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
        var days: Set<String> = []
        try await office.store.record.withChangedDays(of: people, in: period, since: then, until: now, zones: zones) { day in
            days.insert("\(day.userName) \(day.key.date): \(Self.text(day.before?.row)) > \(Self.text(day.after?.row))")
        }
        return days
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

    /// The people whose rows of the days can differ from an export with the records until `after`.
    private func candidates(_ office: TestOffice, after: Int64, settingsOf offices: [OfficeID] = []) async throws -> [String] {
        let people = try await office.store.exports.people(PeopleFilter())
        let found = try await office.pool.query(
            "Record/people_with_changed_days",
            [
                "people": people.map(\.id), "from": PostgresTimestamp(noon - .seconds(17 * 86_400)),
                "to": PostgresTimestamp(noon), "after": after, "until": PostgresTimestamp(noon + .seconds(16 * 3600)),
                "head": Int64.max, "offices": offices,
            ]
        ).map { try $0.get("id", as: PersonID.self) }
        return people.filter { found.contains($0.id) }.map(\.userName).sorted()
    }

    private func correction(_ change: Correction.Change, of tap: UUID) -> CorrectionSubmission {
        let why = Justification(author: "cy", reason: "It was otherwise")
        return CorrectionSubmission(
            .correction(Correction(id: UUID(), target: tap, change: change, justification: why)), receivedAt: noon)
    }

    @Test func `Only corrections that touch the days or a session of them can change rows`() async throws {
        try await TestOffice.with { office in
            try await office.execute("update office_settings set max_age_s = null")
            let (old, inside, moved) = (UUID(), UUID(), UUID())
            let (month, day) = (Int64(30 * 86_400), Int64(86_400))
            _ = try await TapRecorder.recordAlone(
                [
                    TestOffice.submission("ada", .start, at: noon - .seconds(month), desk: "6F-A1", id: old),
                    TestOffice.submission("ada", .end, at: noon - .seconds(month - 3600)),
                    TestOffice.submission("bo", .start, at: noon - .seconds(day), desk: "6F-A2", id: inside),
                    TestOffice.submission("bo", .end, at: noon - .seconds(day - 3600)),
                    TestOffice.submission("cy", .end, at: noon - .seconds(month), id: moved),
                ], pool: office.pool)
            let move = correction(.amend(Amendment(at: noon - .seconds(2 * day))), of: moved)
            _ = try await office.store.corrections.correct([move])
            let export = try await state(office, asOf: noon).seq
            #expect(try await candidates(office, after: export).isEmpty)

            _ = try await office.store.corrections.correct([correction(.amend(Amendment(kind: .pause)), of: old)])
            #expect(try await candidates(office, after: export).isEmpty)
            _ = try await office.store.corrections.correct([correction(.void, of: inside)])
            #expect(try await candidates(office, after: export) == ["bo"])
            // The tap is outside the days, the earlier correction inside.
            _ = try await office.store.corrections.correct([correction(.restore, of: moved)])
            #expect(try await candidates(office, after: export) == ["bo", "cy"])
            let back = correction(.amend(Amendment(at: noon - .seconds(3 * day))), of: old)
            _ = try await office.store.corrections.correct([back])
            #expect(try await candidates(office, after: export) == ["ada", "bo", "cy"])
        }
    }

    @Test func `Other settings of an office can change rows of people with taps in it`() async throws {
        try await TestOffice.with { office in
            let other = try await office.store.offices.addOffice(name: "Other Office", timeZone: "Europe/Berlin")
            _ = try await TapRecorder.recordAlone(
                [
                    TestOffice.submission("ada", .start, at: noon - .seconds(7200), desk: "6F-A1"),
                    TestOffice.submission("ada", .end, at: noon - .seconds(3600)),
                ], pool: office.pool)
            let export = try await state(office, asOf: noon).seq
            #expect(try await candidates(office, after: export, settingsOf: [other]).isEmpty)
            #expect(try await candidates(office, after: export, settingsOf: [other, office.office]) == ["ada"])
        }
    }
}
