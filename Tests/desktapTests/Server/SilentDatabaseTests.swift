import Attendance
import AttendanceStore
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Synchronization
import TestClients
import TestOffice
import TestServers
import Testing

/// The real server with a database that neither answers nor closes a connection.
@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(3)))
struct `Server with a silent database` {
    private struct Running {
        let office: TestOffice
        let proxy: SilentProxy
        let server: ServerProcess
        /// A reader's key.
        let key: String
        /// The cookie of Bo's browser.
        let cookie: String

        /// Sends a request. Throws if the response takes longer than 20 s.
        func send(
            _ method: HTTPRequest.Method, _ address: String, _ headers: HTTPFields
        ) async throws -> (status: HTTPResponse.Status, text: String) {
            let client = TestClient(host: "127.0.0.1", port: server.port, configuration: .init(timeout: .seconds(20)))
            client.connect()
            do {
                let response = try await client.ask(method, address, headers: headers, body: ByteBuffer())
                try await client.shutdown()
                return (response.status, response.body.map { String(buffer: $0) } ?? "")
            } catch {
                try? await client.shutdown()
                throw error
            }
        }

        func get(_ address: String, accept: String = "application/json") async throws -> (HTTPResponse.Status, String) {
            let answer = try await send(.get, address, [.cookie: cookie, .accept: accept])
            return (answer.status, answer.text)
        }

        func tap(_ user: String, _ desk: String) async throws -> HTTPResponse.Status {
            try await send(.post, "/t?event=start&desk=\(desk)&user=\(user)", [.authorization: "Bearer \(key)"]).status
        }

        /// Polls until `isRight`.
        func get(_ address: String, until isRight: (String) -> Bool) async throws {
            let deadline = ContinuousClock.now + .seconds(60)
            var text = ""
            while !isRight(text) {
                guard .now < deadline else { throw RawConnection.Failure(description: "never right: \(text)") }
                try await Task.sleep(for: .milliseconds(50))
                text = try await get(address).1
            }
        }
    }

    /// Passes a running server that reaches its database through a proxy and has open connections for taps and pages.
    private func with(_ body: (Running) async throws -> Void) async throws {
        try await TestOffice.with { office in
            try await SilentProxy.with(office.database.connectionString) { proxy in
                try await TestFolder.with { folder in
                    let key = try await office.store.readers.addReader(name: "door")
                    let database = proxy.through(office.database.connectionString)
                    let server = try await ServerProcess.start(database: database, in: folder)
                    let bo = try await office.store.people.person(userName: "bo")
                    let now = Instant(millisecondsSince1970: Int64(Date.now.timeIntervalSince1970 * 1000))
                    let token = try await office.store.sessions.beginSession(for: bo.id, on: "Firefox", by: .link, now: now)
                    let running = Running(
                        office: office, proxy: proxy, server: server, key: key, cookie: "desktap=\(token ?? "")")
                    // From now on the recorder and the pages have a connection each.
                    #expect(try await running.tap("bo", "6F-A2") == .ok)
                    try await running.get("/api/presence") { $0.contains("Bo Nakamura") && !$0.contains("staleSince") }
                    try await body(running)
                }
            }
        }
    }

    @Test func `A server without notifications says that the map may be out of date, and still lists people`() async throws {
        try await with { running in
            running.proxy.silence(listenersOnly: true)
            running.proxy.silenceNew(true)
            #expect(try await running.tap("ada", "6F-A1") == .ok)
            #expect(try await running.get("/now", accept: "text/html").1.contains("Ada Lindqvist"))
            try await running.get("/api/presence") { $0.contains("staleSince") }
            let map = try await running.get("/map", accept: "text/html").1
            #expect(map.contains("role=\"alert\">The database has not responded since"))
            let (status, text) = try await running.get("/health/ready")
            #expect(status == .serviceUnavailable && text.contains("feed_behind"))
            let stream = RawConnection(port: running.server.port)
            try stream.send("GET /api/presence/stream HTTP/1.1\r\nHost: x\r\nCookie: \(running.cookie)\r\n\r\n")
            try await stream.read(until: "event: stale")

            running.proxy.silenceNew(false)
            try await stream.read(until: "Ada Lindqvist")
            try await running.get("/api/presence") { $0.contains("Ada Lindqvist") && !$0.contains("staleSince") }
            #expect(try await running.get("/map", accept: "text/html").1.contains("role=\"alert\" hidden"))
            #expect(await running.server.stop() == 0)
        }
    }

    @Test func `A server records again as soon as new connections work`() async throws {
        try await with { running in
            let reader = ContinuousTapClient(port: running.server.port, key: running.key, user: "ada")
            let isOver = Atomic(false)
            async let tapping = reader.tap { isOver.load(ordering: .acquiring) }
            func count() async throws -> Int {
                Int(try await running.office.value("select count(*)::text from event") ?? "") ?? 0
            }
            while try await count() < 20 { try await Task.sleep(for: .milliseconds(10)) }
            running.proxy.silence()
            let before = try await count()
            let deadline = ContinuousClock.now + .seconds(30)
            while try await count() < before + 20, .now < deadline { try await Task.sleep(for: .milliseconds(20)) }
            isOver.store(true, ordering: .releasing)
            let acknowledged = try await tapping.acknowledged
            // The tap that waited, the taps after it, and Bo's tap.
            #expect(try await count() >= before + 20)
            #expect(try await count() - acknowledged.count <= 2)
            #expect(await running.server.stop() == 0)
        }
    }

    @Test func `A server with a silent database is not ready, and answers pending requests when stopped`() async throws {
        try await with { running in
            let stream = RawConnection(port: running.server.port)
            try stream.send("GET /api/presence/stream HTTP/1.1\r\nHost: x\r\nCookie: \(running.cookie)\r\n\r\n")
            try await stream.read(until: "event: snapshot")
            running.proxy.silence()
            running.proxy.silenceNew(true)
            // The response is in time for a probe with a timeout of a few seconds.
            let (status, text) = try await running.get("/health/ready")
            #expect(status == .serviceUnavailable && text.contains("database_away"))
            #expect(try await running.get("/health/live").0 == .ok)
            let tap = RawConnection(port: running.server.port)
            try tap.send(
                "POST /t?event=start&desk=6F-A1&user=ada HTTP/1.1\r\nHost: x\r\n"
                    + "Authorization: Bearer \(running.key)\r\nContent-Length: 0\r\n\r\n")
            try await Task.sleep(for: .milliseconds(300))
            running.server.process.signal(SIGTERM)
            #expect(try await tap.readToEnd().contains("HTTP/1.1 503 "))
            #expect(try await stream.readToEnd().hasSuffix("\r\n0\r\n\r\n"))
            #expect(await running.server.process.wait() == 0)
        }
    }
}
