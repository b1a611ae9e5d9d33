import Attendance
import AttendanceStore
import Foundation
import Postgres
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, Comment(rawValue: TestDatabase.help)), .timeLimit(.minutes(10)))
struct `Guessed keys` {
    private let noon = TestOffice.noon

    /// Runs `body` while guessed keys are looked up, which a table lock delays.
    private func whileGuessing(
        _ office: TestOffice, _ access: AccessCache, _ body: () async throws -> Void
    ) async throws {
        let guesses = try await office.pool.withTransaction { connection in
            _ = try await connection.execute("lock table reader in access exclusive mode")
            let guesses = (0..<20).map { number in
                Task { [noon] in try await access.reader(withKey: "guess \(number)", now: noon) }
            }
            while access.uncachedLookups.waitingCount < 18 { await Task.yield() }
            try await body()
            return guesses
        }
        for guess in guesses { #expect(try await guess.value == nil) }
    }

    @Test func `Look-ups of guessed keys use at most two connections`() async throws {
        try await TestOffice.with(connections: 4) { office in
            let access = AccessCache(store: office.store)
            try await whileGuessing(office, access) { () async throws in
                _ = try await office.store.condition(within: .seconds(30))
            }
        }
    }

    @Test func `A recently cached session is looked up without waiting for guessed keys`() async throws {
        try await TestOffice.with(connections: 4) { office in
            let access = AccessCache(store: office.store)
            let ada = try await office.store.people.person(userName: "ada")
            let made = try await office.store.sessions.beginSession(for: ada.id, on: "Chrome on Linux", by: .link, now: noon)
            let token = try #require(made)
            #expect(try await access.session(withToken: token, now: noon)?.person == ada)
            try await whileGuessing(office, access) { () async throws in
                // The cached session is too old, so the database is asked again.
                let later = noon + AccessCache.lifetime + .seconds(1)
                #expect(try await access.session(withToken: token, now: later)?.person == ada)
            }
        }
    }
}
