@testable import AttendanceWeb

import Attendance
import AttendanceStore
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import TestServers
import Testing

@Suite struct `Rate limits` {
    private static let limit = RateLimit("taps", burst: 3, perSecond: 0.5)
    private static let start = Instant(millisecondsSince1970: 1_700_000_000_000)

    @Test func `let a burst through, and then one after the other`() async {
        let limits = RateLimits()
        let demand = [(limit: Self.limit, subject: RateLimits.Subject.person(1))]
        for _ in 0..<3 { #expect(await limits.take(demand, now: Self.start) == nil) }
        #expect(await limits.take(demand, now: Self.start) == 2)
        #expect(await limits.wait(demand, now: Self.start.adding(seconds: 1)) == 1)
        #expect(await limits.take(demand, now: Self.start.adding(seconds: 2)) == nil)
        #expect(await limits.take(demand, now: Self.start.adding(seconds: 2)) == 2)
        // Others, and other limits, are not concerned.
        #expect(await limits.take([(Self.limit, .person(2))], now: Self.start) == nil)
        #expect(await limits.take([(Self.limit, .reader(1))], now: Self.start) == nil)
        #expect(await limits.take([(RateLimit("other", burst: 1, perSecond: 1), .person(1))], now: Self.start) == nil)
    }

    @Test func `take nothing where one of several says no`() async {
        let limits = RateLimits()
        for _ in 0..<3 { _ = await limits.take([(Self.limit, .person(1))], now: Self.start) }
        for _ in 0..<9 {
            #expect(await limits.take([(Self.limit, .person(2)), (Self.limit, .person(1))], now: Self.start) == 2)
        }
        #expect(await limits.take([(Self.limit, .person(2))], now: Self.start) == nil)
    }

    @Test func `forget those first who did least`() async {
        let limits = RateLimits(capacity: 100)
        for _ in 0..<3 { _ = await limits.take([(Self.limit, .person(0))], now: Self.start) }
        for person in 1...10_000 { _ = await limits.take([(Self.limit, .person(Int64(person)))], now: Self.start) }
        #expect(await limits.count <= 100)
        #expect(await limits.take([(Self.limit, .person(0))], now: Self.start) == 2)
    }

    /// Five thousand people behind one address: they come within ten minutes and open the page of a tag twice, and on their first
    /// day sign their phones in within the hour.
    @Test(arguments: [(RateLimit.strangers, Int64(600)), (.signIn, 3600)])
    func `leave an office alone`(limit: RateLimit, seconds: Int64) async {
        let limits = RateLimits()
        var putOff = 0
        for request in 0..<Int64(10_000) {
            let now = Instant(millisecondsSince1970: Self.start.millisecondsSince1970 + request * seconds * 1000 / 10_000)
            if await limits.take([(limit, .address(.unspecified))], now: now) != nil { putOff += 1 }
        }
        #expect(putOff == 0)
    }

    @Test func `take several tokens, or none where too few are left`() async {
        let limits = RateLimits()
        let demand = [(limit: Self.limit, subject: RateLimits.Subject.person(1))]
        #expect(await limits.take(demand, count: 2, now: Self.start) == nil)
        #expect(await limits.take(demand, count: 2, now: Self.start) == 2)
        #expect(await limits.take(demand, now: Self.start) == nil)
    }

    @Test func `by address count an IPv6 network, and by ten times as much its site`() async throws {
        let (limits, proxies) = (RateLimits(), TrustedProxies([try NetworkRange("2001:db8:9::/48")]))
        func taken(_ address: String, _ count: Int = 1) async throws -> Int {
            let demands = proxies.demands(Self.limit, of: try #require(ClientAddress(address)))
            var taken = 0
            for _ in 0..<count where await limits.take(demands, now: Self.start) == nil { taken += 1 }
            return taken
        }
        #expect(try await taken("2001:db8:7:1::1", 5) == 3)
        #expect(try await taken("2001:db8:7:1::2") == 0)
        var site = 3
        for network in 2..<100 { site += try await taken("2001:db8:7:\(network)::1", 5) }
        #expect(site == 30)
        #expect(try await taken("2001:db8:8:1::1", 5) == 3)
        #expect(try await taken("192.0.2.1", 50) == 3)
        #expect(try await taken("2001:db8:9:1::1", 50) == 50)
    }

    @Test func `forget what is over`() async {
        let limits = RateLimits(capacity: 100)
        for person in 0...10_000 {
            _ = await limits.take([(Self.limit, .person(Int64(person)))], now: Self.start.adding(seconds: Int64(person)))
        }
        #expect(await limits.count <= 100)
    }
}

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Whoever asks too often` {
    /// A server with a client that keeps one connection, as a proxy does.
    private static func with(
        trusted: Bool, _ body: (_ web: TestWeb, _ client: TestClient) async throws -> Void
    ) async throws {
        var defence = WebDefence()
        if trusted { defence.trustedProxies = TrustedProxies([try NetworkRange("127.0.0.1")]) }
        try await TestWeb.with(defence: defence) { (web) async throws in
            try await WebServer.with(web) { (server) async throws in
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

    @Test func `is put off alone`() async throws {
        try await TestWeb.with { (web) async throws in
            web.clock.stop()
            let tap = "/t?event=start&desk=6F-A1"
            for _ in 0..<60 { #expect(try await web.send(.post, tap, as: "ada").status == .ok) }
            let off = try await web.send(.post, tap, as: "ada")
            #expect(off.status == .tooManyRequests)
            #expect(off.json["reason"] == "too_often")
            #expect(off.headers[.retryAfter] == "1")
            let page = try await web.send(.post, tap, as: "ada", headers: .page)
            #expect(page.status == .tooManyRequests && page.text.contains("<h1>One moment</h1>"))
            // She may still look, and others tap; after a second she taps, too.
            #expect(try await web.send(.get, "/me", as: "ada").status == .ok)
            #expect(try await web.send(.post, "/t?event=start&desk=6F-A2", as: "bo").status == .ok)
            web.clock.goOn(seconds: 1)
            #expect(try await web.send(.post, tap, as: "ada").status == .ok)
        }
    }

    @Test func `sends few taps in a list, each counted as one, and no reader loses a place by it`() async throws {
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
            #expect(long.json["detail"] == "A list holds at most 20 taps. Please send it in parts.")
            for _ in 1...2 { #expect(try await list(20, as: "ada").status == .ok) }
            let off = try await list(20, as: "ada")
            #expect(off.status == .tooManyRequests && off.headers[.retryAfter] != nil)
            let recorded = try await web.recorded()
            #expect(recorded == 40)
            #expect(try await web.send(.post, "/t?event=pause", as: "bo").status == .ok)
            // A reader's tokens are taps, too.
            let key = try await web.office.store.readers.addReader(name: "front door")
            let reader = try await web.office.store.readers.readers()[0].reader.id
            let demand: RateLimits.Demand = (.tapsOfReader, .reader(reader))
            #expect(await web.services.defence.rateLimits.take([demand], count: 19_970, now: web.clock.now()) == nil)
            #expect(try await list(25, key: key).status == .ok)
            #expect(try await list(25, key: key).status == .tooManyRequests)
        }
    }

    @Test func `reads a lot at once, and then some each second`() async throws {
        try await TestWeb.with { (web) async throws in
            web.clock.stop()
            let headers: HTTPFields = [.cookie: try await web.cookie("ada")]
            for _ in 0..<300 { #expect(try await web.send(.get, "/api/presence", headers: headers).status == .ok) }
            let off = try await web.send(.get, "/api/presence", headers: headers)
            #expect(off.status == .tooManyRequests && off.json["reason"] == "too_often")
            // She may still tap, and others read.
            #expect(try await web.send(.post, "/t?event=pause", headers: headers).status == .ok)
            #expect(try await web.send(.get, "/api/presence", as: "bo").status == .ok)
            web.clock.goOn(seconds: 1)
            #expect(try await web.send(.get, "/api/presence", headers: headers).status == .ok)
        }
    }

    @Test func `holds twenty streams, and gets another when one has ended`() async throws {
        try await TestWeb.with(heartbeat: .milliseconds(20)) { (web) async throws in
            let cookie = try await web.cookie("ada")
            try await WebServer.with(web) { (server) async throws in
                func open() async throws -> (RawConnection, head: String) {
                    let connection = try RawConnection(port: server.port)
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
                // The server notices at the next beat.
                while try await !open().head.hasPrefix("HTTP/1.1 200") { await Task.yield() }
            }
        }
    }

    @Test(arguments: [
        "/me/export/daily.csv?from=2026-11-01&to=2026-11-02", "/api/export/daily.csv?from=2026-11-01&to=2026-11-02",
    ])
    func `gets no export without a turn, and leaves no trace of it`(address: String) async throws {
        try await TestWeb.with { (web) async throws in
            let turns = try [web.services.exportTurns.take(), web.services.exportTurns.take()]
            for address in [address, "/me/data.json", "/me/data.csv"] {
                #expect(try await web.send(.get, address, as: "cy").status == .serviceUnavailable)
            }
            #expect(try await web.office.value("select count(*)::text from access_log") == "0")
            #expect(turns.count == 2)
        }
    }

    @Test(arguments: [
        "/hr", "/hr/charts", "/api/records/ada?from=2026-01-01&to=2026-12-31", "/api/records/cy?from=2026-01-01&to=2026-12-31",
    ])
    func `reads few records of a long time at once, and leaves no trace of what was refused`(address: String) async throws {
        try await TestWeb.with { (web) async throws in
            let cy = try await web.office.store.people.person(userName: "cy")
            let uses = try (1...4).map { _ in try web.services.recordReads.begin(.person(cy.id)) }
            #expect(try await web.send(.get, address, as: "cy").status == .tooManyRequests)
            #expect(try await web.office.value("select count(*)::text from access_log") == "0")
            #expect(try await web.send(.get, address, as: "lea").status == .ok)
            #expect(uses.count == 4)
        }
    }

    @Test(arguments: [true, false])
    func `is known by the address, whatever else a request says`(isBehindProxy: Bool) async throws {
        try await Self.with(trusted: isBehindProxy) { web, client in
            web.clock.stop()
            var putOff = 0
            for number in 0..<700 {
                // The proxy adds the last; without one, all of it is the client's own.
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
            // Who has signed in there is not concerned, and comes to the office as ever.
            var ada = Self.from("203.0.113.1")
            ada[.cookie] = try await web.cookie("ada")
            #expect(try await client.ask(.post, "/t?event=start&desk=6F-A1", headers: ada, body: ByteBuffer()).status == .ok)
        }
    }

    /// More than an address may otherwise ask for.
    @Test func `with wrong passwords does not keep the person out who is at the same address`() async throws {
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
                .cookie: "\(web.services.deviceCookie.name)=\(web.services.devices.value(for: "ada"))"
            ]
            #expect(try await client.ask(.get, "/sign-in", headers: known).status == .ok)
            #expect(try await signIn(good, known) == .seeOther)
            // On a new device, and by a personal link.
            #expect(try await signIn(good) == .tooManyRequests)
            let link = try await store.signInLinks.addSignInLink(for: ada, now: web.clock.now())
            #expect(
                try await client.ask(.post, Address.signInLink(link.text), headers: [:], body: ByteBuffer()).status == .seeOther
            )
        }
    }

    @Test func `with wrong keys does not stop the right one`() async throws {
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
