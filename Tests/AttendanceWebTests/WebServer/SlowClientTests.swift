@testable import AttendanceWeb

import TestClients
import TestServers
import Testing
import WebServer

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Slow clients` {
    private static func limits(_ change: (inout ConnectionLimits) -> Void) -> SecuritySettings {
        var security = SecuritySettings()
        change(&security.connections)
        return security
    }

    /// Sends a byte every 20 ms until the server closes the connection.
    private static func drip(_ connection: RawConnection) async throws {
        let clock = ContinuousClock()
        let deadline = clock.now + .seconds(60)
        while clock.now < deadline {
            // A closed connection answers a byte with a reset, which fails the next one.
            do { try connection.send("a") } catch { return }
            try await Task.sleep(for: .milliseconds(20))
        }
        Issue.record("the connection stayed open")
    }

    @Test func `A client that sends headers too slowly is disconnected`() async throws {
        try await TestWeb.with(security: Self.limits { $0.headers = .milliseconds(400) }) { (web) async throws in
            try await TestWebServer.with(web) { (server) async throws in
                let slow = RawConnection(port: server.port)
                try slow.send("GET /health/live HTTP/1.1\r\nHost: x\r\nX-Slow: ")
                try await Self.drip(slow)
            }
        }
    }

    @Test func `A client that sends a body too slowly is disconnected`() async throws {
        try await TestWeb.with(security: Self.limits { $0.grace = .milliseconds(400) }) { (web) async throws in
            let key = try await web.office.store.readers.addReader(name: "front door")
            try await TestWebServer.with(web) { (server) async throws in
                let slow = RawConnection(port: server.port)
                try slow.send(
                    "POST /api/taps HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(key)\r\nContent-Length: 100000\r\n\r\n[")
                try await Self.drip(slow)
            }
        }
    }

    /// More responses than the buffers of both sides hold.
    private static let answers = 600

    @Test(arguments: [false, true]) func `A client that does not read its responses is disconnected`(reads: Bool) async throws {
        try await TestWeb.with(security: Self.limits { $0.grace = .milliseconds(400) }) { (web) async throws in
            try await TestWebServer.with(web) { (server) async throws in
                let connection = RawConnection(port: server.port, receiveBuffer: reads ? nil : 4096)
                for number in 1...Self.answers {
                    let end = number == Self.answers ? "Connection: close\r\n" : ""
                    try connection.send("GET /static/base/desktap.css HTTP/1.1\r\nHost: x\r\n\(end)\r\n")
                }
                if !reads { try await Self.drip(connection) }
                let taken = try await connection.readToEnd().count(of: "HTTP/1.1 200 OK")
                #expect(reads ? taken == Self.answers : taken < Self.answers)
            }
        }
    }

    @Test func `One address cannot take all connections`() async throws {
        try await TestWeb.with(security: Self.limits { $0.connections = 20 }) { (web) async throws in
            try await TestWebServer.with(web) { (server) async throws in
                let get = "GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n"
                var open: [RawConnection] = []
                for _ in 0..<10 {
                    let connection = RawConnection(port: server.port)
                    try connection.send(get)
                    try await connection.read(until: "live\n")
                    open.append(connection)
                }
                #expect(try await RawConnection(port: server.port).readToEnd() == "")
                // Open connections continue, and a closed one makes room.
                try open[0].send(get)
                try await open[0].read(until: "live\n")
                open.removeLast()
                var answer = ""
                while answer.isEmpty {
                    let next = RawConnection(port: server.port)
                    try next.send(get.replacing("Host: x", with: "Host: x\r\nConnection: close"))
                    answer = try await next.readToEnd()
                }
                #expect(answer.hasPrefix("HTTP/1.1 200"))
            }
        }
    }
}
