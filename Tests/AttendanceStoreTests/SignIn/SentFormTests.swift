import Attendance
import AttendanceStore
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Sent forms` {
    private struct Failure: Error {}

    @Test func `The action of a form is performed once, and again after a failure`() async throws {
        try await TestOffice.with { office in
            let (forms, now) = (office.store.sentForms, TestOffice.noon)
            let form = FormToken(now: now)
            await #expect(throws: Failure.self) {
                try await forms.once(form, now: now) { () throws -> Int in throw Failure() }
            }
            let second = try await forms.once(form, now: now) { 7 }
            let third = try await forms.once(form, now: now) { 8 }
            let other = try await forms.once(FormToken(now: now), now: now) { 9 }
            #expect([second, third, other] == [7, nil, 9])
        }
    }

    @Test func `Of the same form sent many times at once, one is performed`() async throws {
        try await TestOffice.with { office in
            let (forms, now) = (office.store.sentForms, TestOffice.noon)
            let form = FormToken(now: now)
            let performed = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<8 { group.addTask { try await forms.once(form, now: now) { 1 } ?? 0 } }
                return try await group.reduce(0, +)
            }
            #expect(performed == 1)
        }
    }

    @Test func `Sent forms are forgotten when they are too old to be sent again`() async throws {
        try await TestOffice.with { office in
            let (forms, now) = (office.store.sentForms, TestOffice.noon)
            let form = FormToken(now: now)
            _ = try await forms.once(form, now: now) { 1 }
            let later = now + FormToken.lifetime + .seconds(1)
            #expect(form.isCurrent(now + FormToken.lifetime) && !form.isCurrent(later))
            _ = try await office.store.retention.forgetLogs(now: now + FormToken.lifetime)
            #expect(try await office.value("select count(*)::text from sent_form") == "1")
            _ = try await office.store.retention.forgetLogs(now: later + FormToken.lifetime)
            #expect(try await office.value("select count(*)::text from sent_form") == "0")
        }
    }
}
