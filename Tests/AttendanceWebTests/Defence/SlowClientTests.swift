@testable import AttendanceWeb

import NIOCore
import TestServers
import Testing

@Suite struct `Pace of a connection` {
    private static let start = NIODeadline.uptimeNanoseconds(1_000_000_000)
    private static func after(_ seconds: Int64) -> NIODeadline { start + .seconds(seconds) }

    @Test func `needs the first headers within ten seconds, and then takes its time`() {
        var pace = ConnectionPace(ConnectionLimits(), openedAt: Self.start)
        let before = [9, 10].map { pace.isTooSlow(at: Self.after($0), pending: 0) }
        #expect(before == [false, true])
        pace.receivedHead(at: Self.after(9))
        pace.receivedEnd()
        let after = pace.isTooSlow(at: Self.after(10_000), pending: 0)
        #expect(!after)
    }

    @Test(arguments: [(0, 31), (1, 31), (400, 151), (500, nil), (10_000, nil)] as [(Int, Int?)])
    func `needs a body to come at some rate after a while`(bytesPerSecond: Int, end: Int?) {
        var limits = ConnectionLimits()
        limits.body = .max
        var pace = ConnectionPace(limits, openedAt: Self.start)
        pace.receivedHead(at: Self.start)
        let cut = (1...10_000).first { second in
            _ = pace.receivedBody(bytesPerSecond)
            return pace.isTooSlow(at: Self.after(Int64(second)), pending: 0)
        }
        #expect(cut == end)
    }

    @Test func `needs a body to end some time`() {
        var pace = ConnectionPace(ConnectionLimits(), openedAt: Self.start)
        pace.receivedHead(at: Self.start)
        let isMore = [16 * 1024 * 1024, 1].map { pace.receivedBody($0) }
        #expect(isMore == [false, true])
        pace.receivedHead(at: Self.start)
        let isNextMore = pace.receivedBody(1)
        #expect(!isNextMore)
    }

    @Test func `needs an answer to be taken, unless there is none`() {
        var pace = ConnectionPace(ConnectionLimits(), openedAt: Self.start)
        pace.receivedHead(at: Self.start)
        pace.receivedEnd()
        // A stream in which little happens, for an hour.
        let stream = (Int64(0)..<60).map { minute in
            pace.wrote(100)
            return pace.isTooSlow(at: Self.after(minute * 60), pending: 0)
        }
        #expect(!stream.contains(true))
        // A client that takes a megabyte slowly: a thousand bytes a second.
        pace.wrote(1_000_000)
        let steady = (0..<999).map { pace.isTooSlow(at: Self.after(3600 + Int64($0)), pending: 1_000_000 - $0 * 1000) }
        #expect(!steady.contains(true))
        // And then takes a byte a second only.
        pace.wrote(1_000_000)
        let slow = (0..<61).map { pace.isTooSlow(at: Self.after(4600 + Int64($0)), pending: 1_000_000 - $0) }
        #expect(slow.contains(true))
    }
}

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Slow clients` {
    private static func limits(_ change: (inout ConnectionLimits) -> Void) -> WebDefence {
        var defence = WebDefence()
        change(&defence.connections)
        return defence
    }

    /// Sends a byte now and then until the server has enough of it.
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

    @Test func `are let go while they drip headers`() async throws {
        try await TestWeb.with(defence: Self.limits { $0.headers = .milliseconds(400) }) { (web) async throws in
            try await WebServer.with(web) { (server) async throws in
                let slow = try RawConnection(port: server.port)
                try slow.send("GET /health/live HTTP/1.1\r\nHost: x\r\nX-Slow: ")
                try await Self.drip(slow)
            }
        }
    }

    @Test func `are let go while they drip a body`() async throws {
        try await TestWeb.with(defence: Self.limits { $0.grace = .milliseconds(400) }) { (web) async throws in
            let key = try await web.office.store.readers.addReader(name: "front door")
            try await WebServer.with(web) { (server) async throws in
                let slow = try RawConnection(port: server.port)
                try slow.send(
                    "POST /api/taps HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(key)\r\nContent-Length: 100000\r\n\r\n[")
                try await Self.drip(slow)
            }
        }
    }

    /// So many answers that the buffers of neither side hold them.
    private static let answers = 600

    @Test(arguments: [false, true]) func `are let go while they do not take their answers`(reads: Bool) async throws {
        try await TestWeb.with(defence: Self.limits { $0.grace = .milliseconds(400) }) { (web) async throws in
            try await WebServer.with(web) { (server) async throws in
                let connection = try RawConnection(port: server.port, receiveBuffer: reads ? nil : 4096)
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

    @Test func `cannot take all connections`() async throws {
        try await TestWeb.with(defence: Self.limits { $0.connections = 20 }) { (web) async throws in
            try await WebServer.with(web) { (server) async throws in
                let get = "GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n"
                var open: [RawConnection] = []
                for _ in 0..<10 {
                    let connection = try RawConnection(port: server.port)
                    try connection.send(get)
                    try await connection.read(until: "live\n")
                    open.append(connection)
                }
                #expect(try await RawConnection(port: server.port).readToEnd() == "")
                // Those that are there go on, and who leaves makes room.
                try open[0].send(get)
                try await open[0].read(until: "live\n")
                open.removeLast()
                var answer = ""
                while answer.isEmpty {
                    let next = try RawConnection(port: server.port)
                    try next.send(get.replacing("Host: x", with: "Host: x\r\nConnection: close"))
                    answer = try await next.readToEnd()
                }
                #expect(answer.hasPrefix("HTTP/1.1 200"))
            }
        }
    }
}
