@testable import AttendanceWeb

import HTTPTypes
import TestClients
import TestServers
import Testing
import WebServer

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Request framing` {
    private func withConnection(_ body: (TestWeb, RawConnection) async throws -> Void) async throws {
        try await TestWeb.with { (web) async throws in
            try await TestWebServer.with(web) { (server) async throws in
                try await body(web, RawConnection(port: server.port))
            }
        }
    }

    @Test func `An HTTP/1.0 request gets a response that ends with the connection`() async throws {
        try await withConnection { _, connection in
            try connection.send("GET /health/live HTTP/1.0\r\n\r\n")
            let answer = try await connection.readToEnd()
            #expect(answer.hasPrefix("HTTP/1.0 200 OK\r\n") && answer.hasSuffix("\r\n\r\nlive\n"))
            #expect(answer.lowercased().contains("connection: close\r\n"))
        }
    }

    @Test func `An HTTP/1.0 request gets an export of unknown length without chunks`() async throws {
        try await withConnection { web, connection in
            try await connection.send(
                "GET /me/data.csv HTTP/1.0\r\nConnection: keep-alive\r\nCookie: \(web.cookie("ada"))\r\n\r\n")
            let head = try await connection.read(until: "\r\n\r\n")
            #expect(head.hasPrefix("HTTP/1.0 200 OK\r\n") && !head.lowercased().contains("transfer-encoding"))
            #expect(try await connection.readToEnd().hasPrefix("seq,"))
        }
    }

    @Test(arguments: ["csv", "xlsx"])
    func `An export ignores the body of its request and leaves the connection usable`(_ format: String) async throws {
        try await withConnection { web, connection in
            let head = "GET /api/export/events.\(format)?from=2026-11-20&to=2026-11-20 HTTP/1.1\r\nHost: x\r\n"
            let request = try await head + "Cookie: \(web.cookie("cy"))\r\nTransfer-Encoding: chunked\r\n\r\n"
            // More chunks than any buffer holds.
            try connection.send(request + String(repeating: "1\r\nx\r\n", count: 100) + "0\r\n\r\n")
            try connection.send("GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n")
            let answer = try await connection.read(until: "\r\n\r\nlive\n")
            #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n") && answer.contains("attachment"))
        }
    }

    @Test func `A client that expects 100 Continue receives it before it sends the body`() async throws {
        try await withConnection { web, connection in
            let key = try await web.office.store.readers.addReader(name: "front door")
            let head = "POST /api/taps HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(key)\r\nContent-Length: 2\r\n"
            try connection.send(head + "Expect: 100-continue\r\n\r\n")
            #expect(try await connection.read(until: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
            try connection.send("[]")
            #expect(try await connection.read(until: "\r\n\r\n[]").hasPrefix("HTTP/1.1 200 OK\r\n"))
            try connection.send(head + "\r\n[]")
            #expect(try await connection.read(until: "\r\n\r\n[]").hasPrefix("HTTP/1.1 200 OK\r\n"))
        }
    }

    @Test(arguments: ["17000000", "9223372036854775808"], ["", "Expect: 100-continue\r\n"])
    func `A body longer than any address accepts is refused before it is sent`(length: String, expect: String) async throws {
        try await withConnection { _, connection in
            try connection.send("POST /api/taps HTTP/1.1\r\nHost: x\r\n\(expect)Content-Length: \(length)\r\n\r\n")
            let answer = try await connection.readToEnd()
            #expect(answer.hasPrefix("HTTP/1.1 413 ") && answer.contains(#""reason":"too_many_bytes""#))
        }
    }

    @Test func `A body longer than its address accepts is refused before it is sent`() async throws {
        try await withConnection { web, connection in
            try await connection.send(
                "POST /api/taps HTTP/1.1\r\nHost: x\r\nCookie: \(web.cookie("ada"))\r\nContent-Length: 70000\r\n\r\n")
            #expect(try await connection.read(until: "}").contains(#""reason":"too_many_bytes""#))
        }
    }

    @Test(arguments: ["GET /health/live HTTP/1.1\r\n\r\n", "GET /health/live HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n"])
    func `An HTTP/1.1 request without a host or with two is refused after earlier responses`(request: String) async throws {
        try await withConnection { _, connection in
            try connection.send("GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n" + request)
            let answers = try await connection.readToEnd()
            #expect(answers.hasPrefix("HTTP/1.1 200 OK\r\n"))
            let last = try #require(answers.range(of: "live\nHTTP/1.1 400 Bad Request\r\n"))
            #expect(answers[last.upperBound...].contains(#""reason":"bad_host""#))
        }
    }

    @Test(arguments: ["Cookie: a=b", "Accept-Language: de", "Authorization: Bearer x"])
    func `A header with more than 30 combining marks in a row is refused`(header: String) async throws {
        try await withConnection { _, connection in
            let allowed = String(repeating: "\u{301}\u{316}", count: 15)
            try connection.send("GET /health/live HTTP/1.1\r\nHost: x\r\n\(header)\(allowed)\r\n\r\n")
            #expect(try await connection.read(until: "live\n").hasPrefix("HTTP/1.1 200 OK\r\n"))
            try connection.send("GET /health/live HTTP/1.1\r\nHost: x\r\n\(header)\(allowed)\u{301}\r\n\r\n")
            let answer = try await connection.readToEnd()
            #expect(answer.hasPrefix("HTTP/1.1 400 Bad Request\r\n") && answer.contains(#""reason":"bad_text""#), "\(answer)")
        }
    }

    @Test(arguments: ["Close", "close, TE"]) func `A connection ends if its client asks for it, in any spelling`(
        word: String
    ) async throws {
        try await withConnection { _, connection in
            try connection.send("GET /health/live HTTP/1.1\r\nHost: x\r\nConnection: \(word)\r\n\r\n")
            #expect(try await connection.readToEnd().hasSuffix("live\n"))
        }
    }
}
