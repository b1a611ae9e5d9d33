import Attendance
import AttendanceStore
import Postgres
import TestOffice
import TestServers
import Testing

/// Time stands still in these tests, so no cached entry expires by itself. Sessions end through the store, as at another
/// server: the cache under test learns of it only through the database.
@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(2)))
struct `The access listener` {
    private let noon = TestOffice.noon

    @Test func `A session that ends at another server is refused here`() async throws {
        try await listening { office, access in
            let session = try await Session(of: "ada", office, access)
            #expect(try await session.isAccepted(at: noon))
            try await session.end()
            try await session.waitUntilRefused(at: noon)
        }
    }

    @Test func `A reader's key that another server revokes is refused here`() async throws {
        try await listening { office, access in
            let key = try await office.store.readers.addReader(name: "front door")
            #expect(try await access.reader(withKey: key, now: noon) != nil)
            try await office.store.readers.revokeReader(name: "front door")
            while try await access.reader(withKey: key, now: noon) != nil { try await Task.sleep(for: .milliseconds(5)) }
        }
    }

    @Test func `A session that ends while the listener's connection is lost is refused after 30 s, or when it is back`()
        async throws
    {
        try await listening { office, access in
            let before = access.generation
            // The pool's connections stay open, so requests are still served.
            try await office.allowConnections(false)
            try await office.endConnections(of: "access")
            // The loss itself invalidates the cache, once.
            while access.generation == before { try await Task.sleep(for: .milliseconds(5)) }
            let (ada, bo) = (try await Session(of: "ada", office, access), try await Session(of: "bo", office, access))
            let isCached = try await (ada.isAccepted(at: noon), bo.isAccepted(at: noon))
            #expect(isCached == (true, true))
            try await ada.end()
            try await bo.end()
            #expect(try await !ada.isAccepted(at: noon + AccessCache.lifetime))
            try await office.allowConnections(true)
            try await bo.waitUntilRefused(at: noon)
        }
    }

    @Test func `A session that ends while the listener's connection is silent is refused when the silence is noticed`()
        async throws
    {
        try await TestOffice.with { office in
            try await SilentProxy.with(office.database.connectionString) { proxy in
                let limits = ListenLimits(pingAfter: .milliseconds(100), pingTimeout: .milliseconds(200))
                let database = proxy.through(office.database.connectionString)
                try await listening(office, database, limits) { access in
                    let session = try await Session(of: "ada", office, access)
                    proxy.silence(listenersOnly: true)
                    proxy.silenceNew(true)
                    #expect(try await session.isAccepted(at: noon))
                    try await session.end()
                    try await session.waitUntilRefused(at: noon)
                }
            }
        }
    }

    @Test func `A silent connection is noticed within four seconds`() {
        #expect(AccessListener.limits.pingAfter + AccessListener.limits.pingTimeout <= .seconds(4))
    }

    /// Lends an office and the cache of a server that listens.
    private func listening(_ body: (TestOffice, AccessCache) async throws -> Void) async throws {
        try await TestOffice.with { office in
            try await listening(office, office.database.connectionString, AccessListener.limits) { try await body(office, $0) }
        }
    }

    private func listening(
        _ office: TestOffice, _ database: String, _ limits: ListenLimits, _ body: (AccessCache) async throws -> Void
    ) async throws {
        let access = AccessCache(store: office.store)
        let listener = AccessListener(
            access: access, PostgresConfiguration(database), queries: office.folder.queries, limits: limits,
            logger: TestOffice.logger)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await listener.run() }
            while access.generation == 0 { try await Task.sleep(for: .milliseconds(5)) }
            try await body(access)
            group.cancelAll()
        }
    }
}

/// A browser's session, as one server knows it.
private struct Session {
    let office: TestOffice
    let access: AccessCache
    let token: String

    init(of user: String, _ office: TestOffice, _ access: AccessCache) async throws {
        let person = try await office.store.people.person(userName: user)
        let made = try await office.store.sessions.beginSession(
            for: person.id, on: "Firefox", by: .link, now: TestOffice.noon)
        (self.office, self.access, token) = (office, access, try #require(made))
    }

    func isAccepted(at now: Instant) async throws -> Bool { try await access.session(withToken: token, now: now) != nil }

    func end() async throws { try await office.store.sessions.endSession(withToken: token, now: TestOffice.noon) }

    func waitUntilRefused(at now: Instant) async throws {
        while try await isAccepted(at: now) { try await Task.sleep(for: .milliseconds(5)) }
    }
}
