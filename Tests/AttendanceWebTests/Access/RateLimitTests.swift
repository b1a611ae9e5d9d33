@testable import AttendanceWeb

import Attendance
import AttendanceStore
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import TestClients
import TestServers
import Testing
import WebServer

@Suite struct `Rate limits of an office` {
    /// Five thousand people arrive within ten minutes and open the page of a tag twice. On their first day they sign in
    /// their phones within an hour.
    @Test(arguments: [(RateLimit.anonymous, Int64(600)), (.signIn, 3600)])
    func `An office of 5,000 people behind one address reaches no rate limit`(limit: RateLimit, seconds: Int64) async {
        let limiter = RateLimiter()
        let start = Instant(millisecondsSince1970: 1_700_000_000_000)
        var refused = 0
        for request in 0..<Int64(10_000) {
            let now = Instant(millisecondsSince1970: start.millisecondsSince1970 + request * seconds * 1000 / 10_000)
            if limiter.take([(limit, .address(.unspecified))], now: now) != nil { refused += 1 }
        }
        #expect(refused == 0)
    }
}

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Rate limits` {
    /// A server with a client that keeps one connection, as a proxy does.
    private static func with(
        trusted: Bool, _ body: (_ web: TestWeb, _ client: TestClient) async throws -> Void
    ) async throws {
        var security = SecuritySettings()
        if trusted { security.trustedProxies = TrustedProxies([try NetworkRange("127.0.0.1")]) }
        try await TestWeb.with(security: security) { (web) async throws in
            try await TestWebServer.with(web) { (server) async throws in
                let client = TestClient(host: "127.0.0.1", port: server.port, configuration: .init(timeout: .seconds(60)))
                client.connect()
                try await body(web, client)
                try await client.shutdown()
            }
        }
    }

    private static func from(_ address: String) -> HTTPFields {
        var headers = HTTPFields()
        headers.set("X-Forwarded-For", to: address)
        return headers
    }

    @Test func `A person who taps too often is refused without effect on others`() async throws {
        try await TestWeb.with { (web) async throws in
            web.clock.stop()
            let tap = "/t?event=start&desk=6F-A1"
            for _ in 0..<60 { #expect(try await web.send(.post, tap, as: "ada").status == .ok) }
            let off = try await web.send(.post, tap, as: "ada")
            #expect(off.status == .tooManyRequests)
            #expect(off.json["reason"] == "too_often")
            #expect(off.headers[.retryAfter] == "1")
            let page = try await web.send(.post, tap, as: "ada", headers: .page)
            #expect(page.status == .tooManyRequests && page.text.contains("<h1>Not available right now</h1>"))
            // She can still read and others can tap. After a second she can tap again.
            #expect(try await web.send(.get, "/me", as: "ada").status == .ok)
            #expect(try await web.send(.post, "/t?event=start&desk=6F-A2", as: "bo").status == .ok)
            web.clock.advance(by: .seconds(1))
            #expect(try await web.send(.post, tap, as: "ada").status == .ok)
        }
    }

    @Test func `The rate limits of people and readers count each tap of a list`() async throws {
        try await TestWeb.with { (web) async throws in
            web.clock.stop()
            func list(_ count: Int, as user: String? = nil, key: String? = nil) async throws -> TestResponse {
                let items = (0..<count).map { _ in
                    #"{"id":"\#(UUID())","user":"ada","kind":"pause","at":"2026-11-20T12:00:00+09:00"}"#
                }
                return try await web.send(.post, "/api/taps", as: user, key: key, body: "[\(items.joined(separator: ","))]")
            }
            let long = try await list(21, as: "ada")
            #expect(long.status == .contentTooLarge && long.json["reason"] == "too_many_items")
            #expect(long.json["detail"] == "A list has at most 20 taps. Send it in parts.")
            for _ in 1...2 { #expect(try await list(20, as: "ada").status == .ok) }
            let off = try await list(20, as: "ada")
            #expect(off.status == .tooManyRequests && off.headers[.retryAfter] != nil)
            let recorded = try await web.recorded()
            #expect(recorded == 40)
            #expect(try await web.send(.post, "/t?event=pause", as: "bo").status == .ok)
            // A reader's limit counts taps, too.
            let key = try await web.office.store.readers.addReader(name: "front door")
            let reader = try await web.office.store.readers.readers()[0].reader.id
            let demand: RateLimiter.Demand = (.tapsOfReader, .reader(reader))
            #expect(web.services.security.rateLimiter.take([demand], count: 19_970, now: web.clock.now()) == nil)
            #expect(try await list(25, key: key).status == .ok)
            #expect(try await list(25, key: key).status == .tooManyRequests)
        }
    }

    @Test func `The rate limit for reading allows a burst, then a steady rate`() async throws {
        try await TestWeb.with { (web) async throws in
            web.clock.stop()
            let headers: HTTPFields = [.cookie: try await web.cookie("ada")]
            for _ in 0..<300 { #expect(try await web.send(.get, "/api/presence", headers: headers).status == .ok) }
            let off = try await web.send(.get, "/api/presence", headers: headers)
            #expect(off.status == .tooManyRequests && off.json["reason"] == "too_often")
            // She can still tap, and others can read.
            #expect(try await web.send(.post, "/t?event=pause", headers: headers).status == .ok)
            #expect(try await web.send(.get, "/api/presence", as: "bo").status == .ok)
            web.clock.advance(by: .seconds(1))
            #expect(try await web.send(.get, "/api/presence", headers: headers).status == .ok)
        }
    }

    @Test func `A person can have twenty event streams, and another when one has ended`() async throws {
        try await TestWeb.with(heartbeat: .milliseconds(20)) { (web) async throws in
            let cookie = try await web.cookie("ada")
            try await TestWebServer.with(web) { (server) async throws in
                func open() async throws -> (RawConnection, head: String) {
                    let connection = RawConnection(port: server.port)
                    try connection.send("GET /api/presence/stream HTTP/1.1\r\nHost: x\r\nCookie: \(cookie)\r\n\r\n")
                    return (connection, try await connection.read(until: "\r\n\r\n"))
                }
                var streams: [RawConnection] = []
                for _ in 1...20 {
                    let (connection, head) = try await open()
                    #expect(head.hasPrefix("HTTP/1.1 200"))
                    streams.append(connection)
                }
                #expect(try await open().head.hasPrefix("HTTP/1.1 429"))
                #expect(try await web.send(.head, "/api/presence/stream", as: "bo").status == .ok)
                streams.removeLast()
                // The server notices the closed stream at the next heartbeat.
                while try await !open().head.hasPrefix("HTTP/1.1 200") { await Task.yield() }
            }
        }
    }

    @Test(arguments: [
        "/me/export/daily.csv?from=2026-11-01&to=2026-11-02", "/api/export/daily.csv?from=2026-11-01&to=2026-11-02",
    ])
    func `An export without a free slot is refused and not logged as an access`(address: String) async throws {
        try await TestWeb.with { (web) async throws in
            let slots = [web.services.exportLimiter.slot(), web.services.exportLimiter.slot()]
            for address in [address, "/me/data.json", "/me/data.csv"] {
                #expect(try await web.send(.get, address, as: "cy").status == .serviceUnavailable)
            }
            #expect(try await web.office.value("select count(*)::text from access_log") == "0")
            #expect(slots.count { $0 != nil } == 2)
        }
    }

    /// Counts operations that run at the same time.
    private actor Runners {
        private(set) var running: [PersonID: Int] = [:]
        private(set) var most: [PersonID: Int] = [:]

        func begin(_ person: PersonID) {
            running[person, default: 0] += 1
            most[person] = max(most[person] ?? 0, running[person] ?? 0)
        }
        func end(_ person: PersonID) { running[person, default: 0] -= 1 }
    }

    @Test func `Four reading requests of a person run at the same time, and each of them gets its turn`() async throws {
        let (turns, runners) = (PersonTurns(), Runners())
        await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<200 {
                group.addTask {
                    let person = PersonID(number < 190 ? 1 : 2)
                    return try await turns.run(for: person) {
                        await runners.begin(person)
                        for _ in 0..<20 { await Task.yield() }
                        await runners.end(person)
                        if number % 50 == 0 { throw CancellationError() }
                        return number
                    }
                }
            }
            var done = 0
            while let result = await group.nextResult() { if case .success = result { done += 1 } }
            #expect(done == 196)
        }
        #expect(await runners.most[PersonID(1)] == PersonTurns.limit)
        // Nobody waits for another person: while all turns of one are taken, a request of the other runs.
        let (taken, release) = AsyncStream.makeStream(of: Void.self)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<PersonTurns.limit {
                group.addTask { try await turns.run(for: PersonID(1)) { for await _ in taken {} } }
            }
            try await turns.run(for: PersonID(2)) {}
            release.finish()
            try await group.waitForAll()
        }
    }

    @Test(arguments: [true, false])
    func `The rate limit of strangers counts by address, whatever the other headers`(isBehindProxy: Bool) async throws {
        try await Self.with(trusted: isBehindProxy) { web, client in
            web.clock.stop()
            var putOff = 0
            for number in 0..<700 {
                // The proxy adds the last address. Without a proxy all of them come from the client.
                var headers = Self.from("198.51.100.\(number % 250)" + (isBehindProxy ? ", 203.0.113.1" : ""))
                headers.set("Forwarded", to: "for=198.51.100.\(number % 250)")
                headers[.userAgent] = "agent \(number)"
                if try await client.ask(.get, "/sign-in/x\(number)", headers: headers).status == .tooManyRequests {
                    putOff += 1
                }
            }
            #expect(putOff == 100)
            let neighbour = try await client.ask(.get, "/sign-in/x", headers: Self.from("203.0.113.2"))
            #expect(neighbour.status == (isBehindProxy ? .notFound : .tooManyRequests))
            // A person who is signed in at that address is not affected.
            var ada = Self.from("203.0.113.1")
            ada[.cookie] = try await web.cookie("ada")
            #expect(try await client.ask(.post, "/t?event=start&desk=6F-A1", headers: ada, body: ByteBuffer()).status == .ok)
        }
    }

    @Test func `Attempts to sign in are counted by address, and apart from it in a known browser`() async throws {
        try await Self.with(trusted: true) { web, client in
            web.clock.stop()
            let demands = RateLimit.signInAttempts.demands(of: try #require(ClientAddress("203.0.113.1")))
            #expect(web.services.security.rateLimiter.take(demands, count: 2_999, now: web.clock.now()) == nil)
            func send(_ body: String, from address: String = "203.0.113.1", cookie: String? = nil) async throws -> Int {
                var headers = Self.from(address)
                headers[.accept] = "text/html"
                headers[.cookie] = cookie
                return try await client.ask(.post, "/sign-in", headers: headers, body: ByteBuffer(string: body)).status.code
            }
            #expect(try await send("link=nothing") == 422)
            for body in ["link=nothing", "link=/sign-in/x", "user=ada&password=x", "", "%"] {
                #expect(try await send(body) == 429)
            }
            #expect(try await send("link=nothing", from: "203.0.113.2") == 422)
            let known = "\(web.services.cookies.device.name)=\(web.services.devices.value(for: "ada"))"
            #expect(try await send("user=ada&password=x", cookie: known) == 422)
            #expect(try await send("user=bo&password=x", cookie: known) == 429)
            #expect(try await client.ask(.get, "/sign-in", headers: Self.from("203.0.113.1")).status == .ok)
        }
    }

    /// More requests than the limit of an address.
    @Test func `Wrong passwords do not lock out a known device at the same address`() async throws {
        try await Self.with(trusted: false) { web, client in
            web.clock.stop()
            let (store, good) = (web.office.store, "correct horse battery staple")
            let ada = try await store.people.person(userName: "ada").id
            let hash = try PasswordHash(of: Password(good), cost: PasswordCost(logN: 10)).text
            try await store.passwords.setPasswordHash(hash, of: ada, now: web.clock.now())
            func signIn(_ password: String, _ headers: HTTPFields = [:]) async throws -> HTTPResponse.Status {
                let body = ByteBuffer(string: "user=ada&password=\(Address.percentEncoded(password))")
                return try await client.ask(.post, "/sign-in", headers: headers, body: body).status
            }
            var statuses: Set<Int> = []
            for number in 0..<4000 { statuses.insert(try await signIn("guess \(number)").code) }
            #expect(statuses == [422, 429])
            let known: HTTPFields = [
                .cookie: "\(web.services.cookies.device.name)=\(web.services.devices.value(for: "ada"))"
            ]
            #expect(try await client.ask(.get, "/sign-in", headers: known).status == .ok)
            #expect(try await signIn(good, known) == .seeOther)
            // A new device is refused; a sign-in link works.
            #expect(try await signIn(good) == .tooManyRequests)
            let link = try await store.signInLinks.addSignInLink(for: ada, now: web.clock.now())
            #expect(
                try await client.ask(.post, Address.signInLink(link.text), headers: [:], body: ByteBuffer()).status == .seeOther
            )
        }
    }

    @Test func `Wrong keys do not block the right one at the same address`() async throws {
        try await Self.with(trusted: true) { web, client in
            func post(_ key: String) async throws -> Int {
                var headers = Self.from("203.0.113.1")
                headers[.authorization] = "Bearer \(key)"
                return try await client.ask(.post, "/api/taps", headers: headers, body: ByteBuffer(string: "[]")).status.code
            }
            let key = try await web.office.store.readers.addReader(name: "front door")
            var statuses: Set<Int> = []
            for number in 0..<400 { statuses.insert(try await post("wrong\(number)")) }
            #expect(statuses == [401, 429])
            #expect(try await post(key) == 200)
        }
    }
}
