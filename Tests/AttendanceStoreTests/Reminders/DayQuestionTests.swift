import Attendance
import AttendanceStore
import Foundation
import TestOffice
import TestServers
import Testing

/// Ada and Bo forgot to clock out on Wednesday 18 November. Cy is HR. It is Friday noon.
@Suite(.enabled(if: TestDatabase.isAvailable, Comment(rawValue: TestDatabase.help)), .timeLimit(.minutes(10)))
struct `Questions about days` {
    private let now = TestOffice.noon
    private let start = TestOffice.noon - .seconds(2 * 86_400 + 3 * 3600)

    private struct Setting {
        let office: TestOffice
        let ada, bo, cy: Person
        /// The day that lacks a clock-out.
        let key: DailyRow.Key
        let zones: TimeZoneDatabase

        var store: ReminderStore { office.store.reminders }

        func ask(_ people: Person..., key: DailyRow.Key? = nil, at now: Instant) async throws -> Int {
            let days = Dictionary(uniqueKeysWithValues: people.map { ($0.id, Set([key ?? self.key])) })
            return try await store.ask(for: days, by: cy.id, now: now, zones: zones)
        }

        func question(about person: Person) async throws -> DayQuestion? {
            try await store.questions(of: [person.id], in: key.date...key.date)[person.id]?[key]
        }
    }

    private func withForgotten(_ body: (Setting) async throws -> Void) async throws {
        try await TestOffice.with { office in
            _ = try await TapRecorder.recordAlone(
                [
                    TestOffice.submission("ada", .start, at: start, desk: "6F-A1"),
                    TestOffice.submission("bo", .start, at: start, desk: "6F-A2"),
                ], pool: office.pool)
            let people = office.store.people
            let day = try #require(CivilDate(text: "2026-11-18"))
            try await body(
                Setting(
                    office: office, ada: try await people.person(userName: "ada"), bo: try await people.person(userName: "bo"),
                    cy: try await people.person(userName: "cy"), key: DailyRow.Key(date: day, office: office.office),
                    zones: try .system()))
        }
    }

    @Test func `A person is asked about a day once in 24 hours, also by two people at once`() async throws {
        try await withForgotten { setting in
            async let first = setting.ask(setting.ada, setting.bo, at: now)
            async let second = setting.ask(setting.bo, setting.ada, at: now)
            let asked = try await first + second
            #expect(asked == 2)
            let question = try #require(try await setting.question(about: setting.ada))
            #expect(question.at == now && question.asker.userName == "cy" && question.key == setting.key)
            #expect(try await setting.ask(setting.ada, at: now + .seconds(86_399)) == 0)
            #expect(try await setting.ask(setting.ada, at: now + .seconds(86_400)) == 1)
            #expect(try await setting.question(about: setting.ada)?.at == now + .seconds(86_400))
            #expect(try await setting.question(about: setting.bo)?.at == now)
        }
    }

    @Test func `People are asked only for a clock-out that is missing and that they have not requested`() async throws {
        try await withForgotten { setting in
            let (store, ada) = (setting.office.store, setting.ada)
            let other = try await store.offices.addOffice(name: "Other Office", timeZone: "Europe/Berlin")
            for key in [
                DailyRow.Key(date: setting.key.date.adding(days: 1), office: setting.key.office),
                DailyRow.Key(date: setting.key.date, office: other),
            ] { #expect(try await setting.ask(ada, key: key, at: now) == 0) }
            #expect(try await setting.store.ask(for: [:], by: setting.cy.id, now: now, zones: setting.zones) == 0)
            let end = Tap(id: UUID(), user: "ada", kind: .end, at: start + .seconds(8 * 3600), desk: nil)
            let record = LogRecord.add(end, Justification(author: "ada", reason: "Forgot"))
            _ = try await store.requests.ask(record, atSent: nil, by: ada, for: ada, now: now)
            try await store.people.setLeft(userName: "bo", at: now)
            #expect(try await setting.ask(ada, setting.bo, at: now + .seconds(1)) == 0)
            _ = try await store.requests.refuse(end.id, by: setting.cy, comment: "No", now: now + .seconds(2))
            #expect(try await setting.ask(ada, at: now + .seconds(3)) == 1)
            #expect(try await setting.question(about: setting.bo) == nil)
        }
    }

    @Test func `A person is not asked about a day before the last 92`() async throws {
        try await withForgotten { setting in
            for days: Int64 in [93, 92] {
                let at = start - .seconds((days - 2) * 86_400)
                _ = try await TapRecorder.recordAlone(
                    [TestOffice.submission("ada", .start, at: at, desk: "6F-A1")], pool: setting.office.pool)
                let key = DailyRow.Key(date: setting.key.date.adding(days: 2 - days), office: setting.key.office)
                #expect(try await setting.ask(setting.ada, key: key, at: now) == (days == 92 ? 1 : 0))
            }
        }
    }

    @Test func `Questions cause no messages while a server of a release without them runs`() async throws {
        try await withForgotten { setting in
            let (store, ada) = (setting.store, setting.ada.id)
            try await store.set(email: "ada@example.com", isConfirmed: true, of: ada, now: now)
            #expect(try await setting.ask(setting.ada, at: now) == 1)
            try await setting.office.pool.withConnection { older in
                try await older.execute("set application_name = 'desktap 0.1.0 schema 55 on left'")
                try await store.addQuestions(through: [.mail], now: now)
                #expect(try await store.outbox(of: ada).isEmpty)
                try await older.execute("set application_name = 'desktap 0.2.0 schema 56 on left'")
                try await store.addQuestions(through: [.mail], now: now)
                #expect(try await store.outbox(of: ada).count == 1)
                try await older.execute("reset application_name")
            }
        }
    }

    @Test func `A question is part of the person's data, and goes after 90 days or with the name`() async throws {
        try await withForgotten { setting in
            let retention = setting.office.store.retention
            #expect(try await setting.ask(setting.ada, setting.bo, at: now) == 2)
            let data = try await setting.office.store.personData.data(of: setting.ada, asOf: now, zones: setting.zones)
            let document = try JSONSerialization.jsonObject(with: Data(try data.json())) as? [String: Any]
            let questions = (document?["reminders"] as? [String: Any])?["questions"] as? [[String: String]]
            #expect(
                questions == [
                    [
                        "work_date": "2026-11-18", "office": "Harbour Office", "asked_by": "cy",
                        "asked_at": "2026-11-20T03:00:00.000+00:00",
                    ]
                ])
            let kept = try await retention.keptData(now: now, zones: setting.zones)
            #expect(kept.first { $0.kind == .reminders }?.next != nil)
            try await setting.office.store.people.setLeft(userName: "ada", at: now)
            _ = try await retention.eraseName(of: setting.ada.id, now: now + .seconds(1))
            #expect(try await setting.question(about: setting.ada) == nil)
            _ = try await retention.forgetLogs(now: now + .seconds(90 * 86_400))
            #expect(try await setting.question(about: setting.bo) != nil)
            _ = try await retention.forgetLogs(now: now + .seconds(90 * 86_400 + 1))
            #expect(try await setting.question(about: setting.bo) == nil)
        }
    }
}
