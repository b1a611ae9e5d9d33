import Attendance
import AttendanceStore
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, Comment(rawValue: TestDatabase.help)), .timeLimit(.minutes(10)))
struct `Last days to come` {
    private let now = TestOffice.noon

    /// Carries out what is due at an instant.
    /// - Returns: those who could not leave.
    private func carryOut(_ office: TestOffice, at instant: Instant) async throws -> [PersonID] {
        let calendars = try await office.store.officeSettings.calendars(try .system())
        return try await office.store.people.carryOutLeavings(calendars, now: instant)
    }

    @Test func `A person works until the end of the last day by the office's clock`() async throws {
        try await TestOffice.with { office in
            let people = office.store.people
            let (ada, lea) = (try await people.person(userName: "ada").id, try await people.person(userName: "lea").id)
            let day = try #require(CivilDate(text: "2026-11-30"))
            try await people.leave([ada], when: { _ in .after(day) }, by: .person(lea), now: now)
            var account = try await people.account(userName: "ada").account
            #expect(account.lastDay == day && account.leftAt == nil)
            // The day ends at 15:00 UTC in Tokyo.
            let end = try #require(Instant(rfc3339: "2026-11-30T15:00:00Z"))
            #expect(try await carryOut(office, at: end - .seconds(1)).isEmpty)
            #expect(try await people.person(userName: "ada").id == ada)
            #expect(try await carryOut(office, at: end + .seconds(30)).isEmpty)
            account = try await people.account(userName: "ada").account
            #expect(account.leftAt == end && account.lastDay == nil)
            let log = try await office.store.audit.adminLog(of: ada)
            #expect(log.map(\.field) == [.left, .lastDay] && log.allSatisfy { $0.author == log[0].author })
            #expect(log[0].author == .person(userName: "lea", displayName: "Lea Root"))
            // Once.
            #expect(try await carryOut(office, at: end + .seconds(90)).isEmpty)
            #expect(try await office.store.audit.adminLog(of: ada).count == 2)
        }
    }

    @Test func `A withdrawn last day has no effect, and the last administrator stays`() async throws {
        try await TestOffice.with { office in
            let people = office.store.people
            let (ada, lea) = (try await people.person(userName: "ada").id, try await people.person(userName: "lea").id)
            let day = try #require(CivilDate(text: "2026-11-30"))
            try await people.leave([ada, lea], when: { _ in .after(day) }, by: .command, now: now)
            try await people.reinstate(ada, by: .command, now: now)
            #expect(try await office.store.audit.adminLog(of: ada).map(\.new) == [nil, "2026-11-30"])
            #expect(try await carryOut(office, at: now + .seconds(30 * 86_400)) == [lea])
            #expect(try await people.person(userName: "ada").id == ada)
            #expect(try await people.person(userName: "lea").id == lea)
        }
    }
}
