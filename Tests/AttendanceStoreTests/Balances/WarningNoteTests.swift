import Attendance
import AttendanceStore
import Foundation
import Hours
import Postgres
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Comments on warnings` {
    private static let count = "select count(*)::text from warning_note"

    private func warning(_ date: CivilDate, value: Int64 = 0) -> HoursWarning {
        HoursWarning(date: date, rule: .de, code: .breakShort, value: value, limit: 2700)
    }

    @Test func `A warning keeps its first comment, and other figures make it another warning`() async throws {
        try await TestOffice.with { office in
            let (store, day) = (office.store, try #require(CivilDate(text: "2026-11-16")))
            let ada = try await store.people.person(userName: "ada").id
            let cy = try await store.people.person(userName: "cy").id
            func write(_ comment: String, _ warnings: HoursWarning...) async throws {
                let warned = warnings.map { WarningNoteStore.Warned(ada, in: office.office, $0) }
                try await store.warningNotes.write(comment, on: warned, by: cy, now: TestOffice.noon)
            }
            let late = warning(day.adding(days: 1))
            try await write("Agreed", warning(day), late)
            try await write("Agreed again", warning(day))
            let notes = try await store.warningNotes.notes(of: ada, in: day...late.date)
            #expect(notes.map(\.warning) == [warning(day), late] && notes.map(\.comment) == ["Agreed", "Agreed"])
            #expect(notes.map(\.author.userName) == ["cy", "cy"] && notes.map(\.at) == [TestOffice.noon, TestOffice.noon])
            #expect(notes.byWarning[warning(day)] == notes[0] && notes.byWarning[warning(day, value: 600)] == nil)
            try await write("Short of time", warning(day, value: 600))
            let all = try await store.warningNotes.notes(of: [ada, cy], in: day...day)
            #expect(all[ada]?.map(\.comment) == ["Agreed", "Short of time"] && all[cy] == nil)
        }
    }

    @Test func `Nobody comments on a warning of one's own, and a comment is neither empty nor long`() async throws {
        try await TestOffice.with { office in
            let day = try #require(CivilDate(text: "2026-11-16"))
            let ada = try await office.store.people.person(userName: "ada").id
            let cy = try await office.store.people.person(userName: "cy").id
            let long = String(repeating: "あ", count: WarningNote.longest + 1)
            for (author, comment) in [(ada, "Mine"), (cy, ""), (cy, long)] {
                let error = await #expect(throws: PostgresError.self) {
                    try await office.store.warningNotes.write(
                        comment, on: [WarningNoteStore.Warned(ada, in: office.office, warning(day))], by: author,
                        now: TestOffice.noon)
                }
                #expect(error?.sqlState == "23514", "\(comment.prefix(10))")
            }
            #expect(try await office.value(Self.count) == "0")
        }
    }

    @Test func `Comments are deleted with the records of their day, except under a legal hold`() async throws {
        try await TestOffice.with { office in
            let now = Instant(millisecondsSince1970: Int64(Date.now.timeIntervalSince1970 * 1000))
            let (store, zones) = (office.store, try TimeZoneDatabase.system())
            let ada = try await store.people.person(userName: "ada").id
            let cy = try await store.people.person(userName: "cy").id
            try await store.retention.setRetention(of: office.office, timeMonths: 24, placeDays: nil)
            let kept = try #require(
                try await store.retention.retentionReport(now: now, zones: zones).first { $0.part == .time }?.firstKept)
            let warned = [kept.adding(days: -1), kept].map {
                WarningNoteStore.Warned(ada, in: office.office, warning($0))
            }
            try await store.warningNotes.write("Agreed", on: warned, by: cy, now: now)
            try await store.legalHolds.hold(ada, reason: "A dispute", by: nil, now: now)
            _ = try await store.retention.runRetention(now: now, zones: zones)
            #expect(try await office.value(Self.count) == "2")
            _ = try await store.legalHolds.releaseHold(on: ada, now: now)
            _ = try await store.retention.runRetention(now: now, zones: zones)
            let days = try await office.value("select string_agg(day::text, ' ') from warning_note")
            #expect(days == "\(kept.daysSince1970)")
        }
    }

    @Test func `A person's data have the comments on the person's warnings, and no list without one`() async throws {
        try await TestOffice.with { office in
            let (store, day) = (office.store, try #require(CivilDate(text: "2026-11-16")))
            let ada = try await store.people.person(userName: "ada")
            let cy = try await store.people.person(userName: "cy").id
            func json() async throws -> String {
                let data = try await store.personData.data(of: ada, asOf: TestOffice.noon, zones: try .system())
                return String(decoding: try data.json(), as: UTF8.self)
            }
            #expect(try await !json().contains("warning_notes"))
            try await store.warningNotes.write(
                "Agreed", on: [WarningNoteStore.Warned(ada.id, in: office.office, warning(day))], by: cy, now: TestOffice.noon)
            let text = try await json()
            for part in [
                "\"warning_notes\" : [", "\"comment\" : \"Agreed\"", "\"rule\" : \"de\"", "\"code\" : \"break_short\"",
                "\"value_s\" : 0", "\"limit_s\" : 2700", "\"written_by\" : \"cy\"", "\"work_date\" : \"2026-11-16\"",
            ] {
                #expect(text.contains(part), "\(part)")
            }
        }
    }
}
