import Attendance
import AttendanceStore
import Foundation
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, Comment(rawValue: TestDatabase.help)), .timeLimit(.minutes(10)))
struct `Office settings` {
    /// 12:00 on 2026-11-20 in Tokyo.
    private let noon = TestOffice.noon

    private func day(_ text: String) throws -> CivilDate { try #require(CivilDate(text: text)) }

    private func change(_ body: (inout OfficeSettingsChange) -> Void) -> OfficeSettingsChange {
        var change = OfficeSettingsChange()
        body(&change)
        return change
    }

    private func set(
        _ office: TestOffice, from text: String, allowsChangedRows: Bool = false, _ body: (inout OfficeSettingsChange) -> Void
    ) async throws {
        try await office.store.officeSettings.change(
            change(body), of: office.office, from: try day(text), allowsChangedRows: allowsChangedRows, by: nil, now: noon,
            zones: try .system())
    }

    private func rows(_ office: TestOffice, asOf instant: Instant) async throws -> [DailyRow] {
        let ada = try await office.store.people.person(userName: "ada")
        return try await office.store.record.record(
            of: ada.id, in: try day("2026-11-01")...day("2026-12-31"), asOf: instant, zones: try .system())?.rows ?? []
    }

    @Test func `An office setting is valid from its day, and the other settings stay unchanged`() async throws {
        try await TestOffice.with { office in
            try await set(office, from: "2026-12-01") { $0.dayBoundary = 5 * 3600 }
            try await set(office, from: "2027-01-01") { change in
                change.attribution = .split
                change.maximumSession = .some(nil)
            }
            // Of two changes for the same day the later one is valid.
            try await set(office, from: "2026-12-01") { $0.dayBoundary = 4 * 3600 }
            let versions = try await office.store.officeSettings.settings(of: office.office)
            #expect(versions.map(\.validFrom) == [nil, try day("2026-12-01"), try day("2027-01-01")])
            #expect(versions.map(\.dayBoundary) == [0, 14_400, 18_000])
            #expect(versions.map(\.policy.attribution) == [.sessionStart, .sessionStart, .split])
            let longest = Duration.seconds(57_600)
            #expect(versions.map(\.policy.maximumSession) == [longest, longest, nil])
            #expect(versions.allSatisfy { $0.timeZone == TestOffice.timeZone })
            #expect(try await office.value("select count(*)::text from office_settings") == "4")
        }
    }

    @Test func `The hours of night work of an office are valid from their day, and are in the ledger`() async throws {
        try await TestOffice.with { office in
            let band = try #require(NightBand(from: 22 * 3600, to: 5 * 3600))
            try await set(office, from: "2026-12-01") { $0.nightBand = band }
            try await set(office, from: "2026-12-10") { $0.dayBoundary = 3600 }
            try await set(office, from: "2026-12-20") { $0.nightBand = .some(nil) }
            let versions = try await office.store.officeSettings.settings(of: office.office)
            #expect(versions.map(\.nightBand) == [nil, band, band, nil])
            let facts = "select count(*)::text from ledger_fact where content like '%\"night_from\": \"22:00:00\"%'"
            #expect(try await office.value(facts) == "2")
            #expect(try await office.store.ledger.verifyLedger().flaw == nil)
            await #expect(throws: (any Error).self) {
                try await office.execute("update office_settings set night_to = null where night_from is not null")
            }
        }
    }

    @Test func `A later version that only repeats an office's settings follows a change`() async throws {
        try await TestOffice.with { office in
            try await set(office, from: "2026-12-01") { $0.dayBoundary = 5 * 3600 }
            try await set(office, from: "2027-01-01") { $0.attribution = .split }
            // Both planned changes are cancelled, the later one first.
            let today = try day("2026-11-20")
            for planned in [try day("2027-01-01"), try day("2026-12-01")] {
                let versions = try await office.store.officeSettings.settings(of: office.office)
                let last = try #require(versions.planned(after: today).last)
                #expect(last.after.validFrom == planned)
                try await office.store.officeSettings.change(
                    OfficeSettingsChange(to: last.before), of: office.office, from: planned, by: nil, now: noon,
                    zones: try .system())
            }
            var versions = try await office.store.officeSettings.settings(of: office.office)
            #expect(versions.count == 3 && versions.changes.count == 1)
            // A change that begins before them stays.
            try await set(office, from: "2026-11-25") { $0.repeatWindow = .seconds(60) }
            versions = try await office.store.officeSettings.settings(of: office.office)
            let minute = Duration.seconds(60)
            #expect(versions.map(\.policy.repeatWindow) == [.seconds(300), minute, minute, minute])
            #expect(versions.map(\.dayBoundary) == [0, 0, 0, 0])
            #expect(versions.changes.map(\.validFrom) == [nil, try day("2026-11-25")])
        }
    }

    @Test func `An unknown time zone is refused as an office setting`() async throws {
        try await TestOffice.with { (office) async throws in
            await #expect(throws: StoreError.badTimeZone(.unknownZone("Asia/Nowhere"))) {
                try await set(office, from: "2026-12-01") { $0.timeZone = "Asia/Nowhere" }
            }
            #expect(try await office.store.officeSettings.settings(of: office.office).count == 1)
        }
    }

    @Test func `An office setting that would change daily rows needs an explicit confirmation`() async throws {
        try await TestOffice.with { office in
            _ = try await TapRecorder.recordAlone(
                [
                    TestOffice.submission("ada", .start, desk: "6F-A1"),
                    TestOffice.submission("ada", .end, at: noon + .seconds(14 * 3600)),
                ], pool: office.pool)
            let before = try await rows(office, asOf: noon + .seconds(86_400))
            #expect(before.count == 1)
            // The next day has a tap, too: the end at 02:00.
            for refused in ["2026-11-20", "2026-11-01", "2026-11-21"] {
                let refusal = StoreError.settingsWouldChangeRows(from: try day(refused), people: 1)
                await #expect(throws: refusal) { try await set(office, from: refused) { $0.dayBoundary = 3 * 3600 } }
            }
            try await set(office, from: "2026-11-22") { $0.attribution = .split }
            #expect(try await rows(office, asOf: noon + .seconds(86_400)) == before)
            try await set(office, from: "2026-11-20", allowsChangedRows: true) { $0.attribution = .split }
            let after = try await rows(office, asOf: noon + .seconds(86_400))
            #expect(after.map(\.workedSeconds) == [43_200, 7_200])
        }
    }

    /// An event can affect a day other than its own: by being quarantined on arrival, or by an amendment.
    @Test func `The check for changed daily rows includes quarantined and amended taps`() async throws {
        try await TestOffice.with { office in
            let amended = UUID()
            _ = try await TapRecorder.recordAlone(
                [
                    TestOffice.submission("bo", .start, at: noon, desk: "6F-A2", receivedAt: noon + .seconds(40 * 86_400)),
                    TestOffice.submission("ada", .start, desk: "6F-A1", id: amended),
                ], pool: office.pool)
            let why = Justification(author: "cy", reason: "Another day")
            let move = Correction.Change.amend(Amendment(at: noon + .seconds(10 * 86_400)))
            _ = try await office.store.corrections.correct([
                CorrectionSubmission(
                    .correction(Correction(id: UUID(), target: amended, change: move, justification: why)),
                    receivedAt: noon + .seconds(20 * 86_400))
            ])
            for (text, people) in [("2026-12-30", 1), ("2026-11-30", 2), ("2026-11-20", 2)] as [(String, Int64)] {
                let refusal = StoreError.settingsWouldChangeRows(from: try day(text), people: people)
                await #expect(throws: refusal) { try await set(office, from: text) { $0.attribution = .split } }
            }
            try await set(office, from: "2026-12-31") { $0.attribution = .split }
        }
    }

    /// The log is locked while the taps are counted.
    @Test func `A change of an office from a later day reads nothing of the log before that day`() async throws {
        try await TestOffice.with(connections: 1) { office in
            let taps = (0..<2000 as Range<Int64>).map { second in
                TestOffice.submission(
                    "bo", .start, at: noon + .seconds(second), desk: "6F-A1", receivedAt: noon + .seconds(10_000))
            }
            _ = try await TapRecorder.recordAlone(taps, pool: office.pool)
            try await office.execute("select brin_summarize_new_values('event_by_time')")
            try await office.execute("analyze")
            func rowsRead() async throws -> Int {
                try await office.execute("select pg_stat_force_next_flush()")
                let sum = "select (seq_tup_read + coalesce(idx_tup_fetch, 0))::text from pg_stat_user_tables"
                return try #require(try await office.value(sum + " where relname = 'log_record'").flatMap { Int($0) })
            }
            let before = try await rowsRead()
            try await set(office, from: "2026-11-22") { $0.attribution = .split }
            let read = try await rowsRead() - before
            #expect(read < 100, "\(read) rows")
        }
    }

    /// A correction moves an event to an office by its name, or to another instant, or both.
    @Test func `The check for changed daily rows includes taps that a correction moved to the office`() async throws {
        try await TestOffice.with { office in
            _ = try await office.store.offices.addOffice(name: "Annex", timeZone: TestOffice.timeZone)
            let annex = try await office.store.offices.office(named: "Annex")
            let (moved, later) = (UUID(), UUID())
            _ = try await TapRecorder.recordAlone(
                [
                    TestOffice.submission("ada", .end, id: moved), TestOffice.submission("bo", .end, id: later),
                ], pool: office.pool)
            let why = Justification(author: "cy", reason: "Another office")
            for (id, change) in [
                (moved, Amendment(office: "Annex")), (later, Amendment(at: noon + .seconds(10 * 86_400), office: "Annex")),
            ] {
                let change = Correction.Change.amend(change)
                _ = try await office.store.corrections.correct([
                    CorrectionSubmission(
                        .correction(Correction(id: UUID(), target: id, change: change, justification: why)),
                        receivedAt: noon + .seconds(20 * 86_400))
                ])
            }
            for (text, people) in [("2026-11-20", 2), ("2026-11-25", 2), ("2026-12-25", 1)] as [(String, Int64)] {
                let from = try day(text)
                await #expect(throws: StoreError.settingsWouldChangeRows(from: from, people: people)) {
                    try await office.store.officeSettings.change(
                        change { $0.attribution = .split }, of: annex.id, from: from, by: nil, now: noon, zones: try .system())
                }
            }
        }
    }

    /// A running recorder learns of the change. An open session keeps the settings in force at its start.
    @Test func `An office setting applies to new taps and to presence`() async throws {
        try await TestOffice.with { office in
            try await office.withRecorder { (recorder) async throws in
                _ = try await recorder.record([TestOffice.submission("ada", .start, desk: "6F-A1")])
                try await set(office, from: "2026-11-21") { change in
                    change.closesAtBoundary = true
                    change.dayBoundary = 5 * 3600
                    change.futureTolerance = .seconds(600)
                }
                // 25 hours after noon is on the first day of the new settings.
                let late = noon + .seconds(25 * 3600)
                _ = try await recorder.record([
                    TestOffice.submission("bo", .start, at: late, desk: "6F-A2"),
                    TestOffice.submission("cy", .start, at: late + .seconds(500), desk: "6F-A3", receivedAt: late),
                ])
            }
            let stored = try await FoldedPresence.all(in: office.store)
            #expect(stored["ada"]?.deadline == (noon.seconds + 57_600) * 1000)
            // 05:00 on the 22nd comes before the maximum of 16 hours.
            #expect(stored["bo"]?.deadline == (noon.seconds + 41 * 3600) * 1000)
            #expect(stored["cy"]?.state == "work")
            #expect(try await FoldedPresence.derived(in: office).allSatisfy { stored[$0.key] == $0.value })

            try await set(office, from: "2026-11-20", allowsChangedRows: true) { $0.maximumSession = .seconds(3600) }
            #expect(try await FoldedPresence.all(in: office.store)["ada"]?.deadline == (noon.seconds + 3600) * 1000)
            let before = try await FoldedPresence.all(in: office.store)
            #expect(try await FoldedPresence.all(in: AttendanceStore(pool: office.pool)) == before)
        }
    }
}
