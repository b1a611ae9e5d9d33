import Attendance
import AttendanceStore
import Foundation
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, Comment(rawValue: TestDatabase.help)), .timeLimit(.minutes(10)))
struct `Settings of an office` {
    /// 12:00 on 2026-11-20 in Tokyo.
    private let noon = TestOffice.noon

    private func day(_ text: String) throws -> CivilDate { try #require(CivilDate(text: text)) }

    private func change(_ body: (inout OfficeSettingsChange) -> Void) -> OfficeSettingsChange {
        var change = OfficeSettingsChange()
        body(&change)
        return change
    }

    private func set(
        _ office: TestOffice, from text: String, derivesAnew: Bool = false, _ body: (inout OfficeSettingsChange) -> Void
    ) async throws {
        try await office.store.officeSettings.change(
            change(body), of: office.office, from: try day(text), derivesAnew: derivesAnew, by: nil, now: noon,
            zones: try .system())
    }

    private func rows(_ office: TestOffice, asOf instant: Instant) async throws -> [DailyRow] {
        let ada = try await office.store.people.person(userName: "ada")
        return try await office.store.record.record(
            of: ada.id, in: try day("2026-11-01")...day("2026-12-31"), asOf: instant, zones: try .system())?.rows ?? []
    }

    @Test func `hold from their day on, and what is not said stays`() async throws {
        try await TestOffice.with { office in
            try await set(office, from: "2026-12-01") { $0.dayBoundary = 5 * 3600 }
            try await set(office, from: "2027-01-01") { change in
                change.attribution = .split
                change.maximumSessionSeconds = .some(nil)
            }
            // Said again for the same day, the later one counts.
            try await set(office, from: "2026-12-01") { $0.dayBoundary = 4 * 3600 }
            let versions = try await office.store.officeSettings.settings(of: office.office)
            #expect(versions.map(\.validFrom) == [nil, try day("2026-12-01"), try day("2027-01-01")])
            #expect(versions.map(\.dayBoundary) == [0, 4 * 3600, 5 * 3600])
            #expect(versions.map(\.policy.attribution) == [.sessionStart, .sessionStart, .split])
            #expect(versions.map(\.policy.maximumSessionSeconds) == [57_600, 57_600, nil])
            #expect(versions.allSatisfy { $0.timeZone == TestOffice.timeZone })
            #expect(try await office.value("select count(*)::text from office_settings") == "4")
        }
    }

    @Test func `in an unknown time zone are refused`() async throws {
        try await TestOffice.with { (office) async throws in
            await #expect(throws: StoreError.badTimeZone(.unknownZone("Asia/Nowhere"))) {
                try await set(office, from: "2026-12-01") { $0.timeZone = "Asia/Nowhere" }
            }
            #expect(try await office.store.officeSettings.settings(of: office.office).count == 1)
        }
    }

    @Test func `change no day that has rows, unless somebody says so`() async throws {
        try await TestOffice.with { office in
            _ = try await TapRecorder.recordAlone(
                [
                    TestOffice.submission("ada", .start, desk: "6F-A1"),
                    TestOffice.submission("ada", .end, at: noon.adding(seconds: 14 * 3600)),
                ], pool: office.pool)
            let before = try await rows(office, asOf: noon.adding(seconds: 86_400))
            #expect(before.count == 1)
            // The day after has a tap, too: the end at two in the morning.
            for refused in ["2026-11-20", "2026-11-01", "2026-11-21"] {
                let refusal = StoreError.settingsWouldChangeRows(from: try day(refused), people: 1)
                await #expect(throws: refusal) { try await set(office, from: refused) { $0.dayBoundary = 3 * 3600 } }
            }
            try await set(office, from: "2026-11-22") { $0.attribution = .split }
            #expect(try await rows(office, asOf: noon.adding(seconds: 86_400)) == before)
            try await set(office, from: "2026-11-20", derivesAnew: true) { $0.attribution = .split }
            let after = try await rows(office, asOf: noon.adding(seconds: 86_400))
            #expect(after.map(\.workedSeconds) == [12 * 3600, 2 * 3600])
        }
    }

    /// An event can concern a day without having happened on it: put aside when it arrived, or amended to it.
    @Test func `see what was put aside or amended to a day`() async throws {
        try await TestOffice.with { office in
            let amended = UUID()
            _ = try await TapRecorder.recordAlone(
                [
                    TestOffice.submission("bo", .start, at: noon, desk: "6F-A2", receivedAt: noon.adding(seconds: 40 * 86_400)),
                    TestOffice.submission("ada", .start, desk: "6F-A1", id: amended),
                ], pool: office.pool)
            let why = Justification(author: "cy", reason: "Another day")
            let move = Correction.Change.amend(Amendment(at: noon.adding(seconds: 10 * 86_400)))
            _ = try await office.store.corrections.correct([
                CorrectionSubmission(
                    .correction(Correction(id: UUID(), target: amended, change: move, justification: why)),
                    receivedAt: noon.adding(seconds: 20 * 86_400))
            ])
            for (text, people) in [("2026-12-30", 1), ("2026-11-30", 2), ("2026-11-20", 2)] as [(String, Int64)] {
                let refusal = StoreError.settingsWouldChangeRows(from: try day(text), people: people)
                await #expect(throws: refusal) { try await set(office, from: text) { $0.attribution = .split } }
            }
            try await set(office, from: "2026-12-31") { $0.attribution = .split }
        }
    }

    /// A recorder that has been running learns of it, and whoever is at work goes by what held when they began.
    @Test func `reach taps and presence`() async throws {
        try await TestOffice.with { office in
            try await office.withRecorder { (recorder) async throws in
                _ = try await recorder.record([TestOffice.submission("ada", .start, desk: "6F-A1")])
                try await set(office, from: "2026-11-21") { change in
                    change.closesAtBoundary = true
                    change.dayBoundary = 5 * 3600
                    change.futureToleranceSeconds = 600
                }
                // Twelve and a half hours from noon it is past midnight, and the new day begins at five.
                let late = noon.adding(seconds: 25 * 3600)
                _ = try await recorder.record([
                    TestOffice.submission("bo", .start, at: late, desk: "6F-A2"),
                    TestOffice.submission("cy", .start, at: late.adding(seconds: 500), desk: "6F-A3", receivedAt: late),
                ])
            }
            let stored = try await StoredPresence.all(in: office)
            #expect(stored["ada"]?.deadline == (noon.seconds + 57_600) * 1000)
            // Five in the morning of the 22nd comes before sixteen hours.
            #expect(stored["bo"]?.deadline == (noon.seconds + 41 * 3600) * 1000)
            #expect(stored["cy"]?.state == "work")
            #expect(try await StoredPresence.derived(in: office).allSatisfy { stored[$0.key] == $0.value })

            try await set(office, from: "2026-11-20", derivesAnew: true) { $0.maximumSessionSeconds = 3600 }
            #expect(try await StoredPresence.all(in: office)["ada"]?.deadline == (noon.seconds + 3600) * 1000)
            let before = try await StoredPresence.all(in: office)
            try await office.store.presence.rebuild()
            #expect(try await StoredPresence.all(in: office) == before)
        }
    }
}
