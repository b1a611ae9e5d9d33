import FoundationEssentials
import TestClients
import TestServers
import Testing

@testable import AttendanceWeb

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `HTTP compression` {
    /// - Returns: the head of the response in lower case, and the bytes of its body.
    private static func ask(
        _ method: String, _ address: String, encodings: String?, _ web: TestWeb, _ server: TestWebServer
    ) async throws -> (head: String, body: [UInt8]) {
        let cookie = try await web.cookie("ada")
        let connection = RawConnection(port: server.port)
        try connection.send(
            "\(method) \(address) HTTP/1.1\r\nHost: x\r\nCookie: \(cookie)\r\nAccept: text/html\r\nConnection: close\r\n"
                + (encodings.map { "Accept-Encoding: \($0)\r\n" } ?? "") + "\r\n")
        let bytes = try await connection.bytesToEnd()
        let end = try #require(bytes.firstRange(of: Array("\r\n\r\n".utf8)))
        return (String(decoding: bytes[..<end.lowerBound], as: UTF8.self).lowercased(), Array(bytes[end.upperBound...]))
    }

    @Test(arguments: ["/map", "/static/base/desktap.css", "/static/Presence/plan.js", "/openapi.yaml"])
    func `Pages, styles and scripts are compressed for browsers that accept gzip`(address: String) async throws {
        try await TestWeb.with { (web) async throws in
            try await TestWebServer.with(web) { (server) async throws in
                let plain = try await Self.ask("GET", address, encodings: nil, web, server)
                let small = try await Self.ask("GET", address, encodings: "gzip, deflate, br", web, server)
                #expect(!plain.head.contains("content-encoding"))
                guard address != "/openapi.yaml" else {
                    #expect(small.body == plain.body)
                    return
                }
                for head in [plain.head, small.head] { #expect(head.contains("\r\nvary: accept-encoding")) }
                #expect(small.head.contains("\r\ncontent-encoding: gzip"))
                #expect(small.body.count < plain.body.count / 2)
                #expect(try await Self.unpacked(small.body) == plain.body)
            }
        }
    }

    @Test(arguments: [("HEAD", "/map"), ("GET", "/health/live"), ("GET", "/api/presence")])
    func `A response without a body or with a short one is not compressed`(method: String, address: String) async throws {
        try await TestWeb.with { (web) async throws in
            try await TestWebServer.with(web) { (server) async throws in
                let answer = try await Self.ask(method, address, encodings: "gzip", web, server)
                #expect(answer.head.hasPrefix("http/1.1 200") && !answer.head.contains("content-encoding"))
                #expect(answer.body.isEmpty == (method == "HEAD"))
            }
        }
    }

    @Test func `Each response on a connection is compressed as its own request asks`() async throws {
        try await TestWeb.with { (web) async throws in
            let cookie = try await web.cookie("ada")
            try await TestWebServer.with(web) { (server) async throws in
                let connection = RawConnection(port: server.port)
                let requests = ["gzip", "identity", "gzip;q=0, *", "deflate"].map {
                    "GET /static/base/desktap.css HTTP/1.1\r\nHost: x\r\nCookie: \(cookie)\r\nAccept-Encoding: \($0)\r\n\r\n"
                }
                try connection.send(requests.joined() + "\u{1}\r\n\r\n")
                let heads = String(decoding: try await connection.bytesToEnd(), as: UTF8.self)
                    .split(separator: "HTTP/1.1 ").map { $0.lowercased() }
                #expect(heads.map { $0.hasPrefix("200") } == [true, true, true, true, false], "\(heads.map { $0.prefix(40) })")
                #expect(heads.map { $0.contains("\r\ncontent-encoding: gzip\r\n") } == [true, false, false, false, false])
            }
        }
    }

    @Test func `An event stream is not compressed`() async throws {
        try await TestWeb.with { (web) async throws in
            let cookie = try await web.cookie("ada")
            try await TestWebServer.with(web) { (server) async throws in
                let stream = RawConnection(port: server.port)
                try stream.send(
                    "GET /api/presence/stream HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\nCookie: \(cookie)\r\n\r\n")
                #expect(try await !stream.read(until: "event: snapshot").lowercased().contains("content-encoding"))
            }
        }
    }

    /// A body unpacked by gzip.
    private static func unpacked(_ packed: [UInt8]) async throws -> [UInt8] {
        try await TestFolder.with { folder in
            try Data(packed).write(to: URL(filePath: folder + "/page.gz"))
            try await ChildProcess.run(["/usr/bin/gzip", "-d", folder + "/page.gz"])
            return Array(try Data(contentsOf: URL(filePath: folder + "/page")))
        }
    }
}
