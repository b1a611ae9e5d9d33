@testable import AttendanceWeb

import Attendance
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

    @Test(arguments: [true, false])
    func `is known by the address, whatever else a request says`(isBehindProxy: Bool) async throws {
        try await Self.with(trusted: isBehindProxy) { web, client in
            var putOff = 0
            for number in 0..<700 {
                // The proxy adds the last; without one, all of it is the client's own.
                var headers = Self.from("198.51.100.\(number % 250)" + (isBehindProxy ? ", 203.0.113.1" : ""))
                headers.set("Forwarded", to: "for=198.51.100.\(number % 250)")
                headers[.userAgent] = "agent \(number)"
                if try await client.get("/sign-in/x\(number)", headers: headers).status == .tooManyRequests { putOff += 1 }
            }
            #expect(putOff > 0)
            let neighbour = try await client.get("/sign-in/x", headers: Self.from("203.0.113.2"))
            #expect(neighbour.status == (isBehindProxy ? .notFound : .tooManyRequests))
            // Who has signed in there is not concerned, and comes to the office as ever.
            var ada = Self.from("203.0.113.1")
            ada[.cookie] = try await web.cookie("ada")
            #expect(try await client.post("/t?event=start&desk=6F-A1", headers: ada, body: ByteBuffer()).status == .ok)
        }
    }

    /// More than an address may otherwise ask for.
    @Test func `with wrong passwords does not keep the person out who is at the same address`() async throws {
        try await Self.with(trusted: false) { web, client in
            let (store, good) = (web.office.store, "correct horse battery staple")
            let ada = try await store.person(userName: "ada").id
            let hash = try PasswordHash(of: Password(good), cost: PasswordCost(logN: 10)).text
            try await store.setPasswordHash(hash, of: ada, now: web.clock.now())
            func signIn(_ password: String, _ headers: HTTPFields = [:]) async throws -> HTTPResponse.Status {
                let body = ByteBuffer(string: "user=ada&password=\(Address.percentEncoded(password))")
                return try await client.post("/sign-in", headers: headers, body: body).status
            }
            var statuses: Set<Int> = []
            for number in 0..<4000 { statuses.insert(try await signIn("guess \(number)").code) }
            #expect(statuses == [422, 429])
            let known: HTTPFields = [
                .cookie: "\(web.services.deviceCookie.name)=\(web.services.devices.value(for: "ada"))"
            ]
            #expect(try await client.get("/sign-in", headers: known).status == .ok)
            #expect(try await signIn(good, known) == .seeOther)
            // On a new device, and by a personal link.
            #expect(try await signIn(good) == .tooManyRequests)
            let link = try await store.addSignInLink(for: ada, now: web.clock.now())
            #expect(try await client.post(Address.signInLink(link.text), headers: [:], body: ByteBuffer()).status == .seeOther)
        }
    }

    @Test func `with wrong keys does not stop the right one`() async throws {
        try await Self.with(trusted: true) { web, client in
            func post(_ key: String) async throws -> Int {
                var headers = Self.from("203.0.113.1")
                headers[.authorization] = "Bearer \(key)"
                return try await client.post("/api/taps", headers: headers, body: ByteBuffer(string: "[]")).status.code
            }
            let key = try await web.office.store.addReader(name: "front door")
            var statuses: Set<Int> = []
            for number in 0..<400 { statuses.insert(try await post("wrong\(number)")) }
            #expect(statuses == [401, 429])
            #expect(try await post(key) == 200)
        }
    }
}
