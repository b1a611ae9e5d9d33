@testable import AttendanceWeb
@testable import Localization

import Attendance
import Foundation
import HTTPTypes
import TestClients
import TestOffice
import TestServers
import Testing
import WebServer

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Response headers` {
    private static let expected = [
        "X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY", "Cross-Origin-Resource-Policy": "same-origin",
        "Cross-Origin-Opener-Policy": "same-origin", "Strict-Transport-Security": "max-age=31536000",
    ]

    private func value(_ name: String, _ fields: HTTPFields) -> String? { HTTPField.Name(name).flatMap { fields[$0] } }

    @Test(arguments: [nil, "ada", "lea"])
    func `Each response has the security headers`(user: String?) async throws {
        try await TestWeb.with { (web) async throws in
            await web.endStreams()
            let routes = webRoutes(web.services).entries.filter { $0.method == .get }.map(\.address)
            let others = ["/nowhere", "/static/base/desktap.css", "/static/nothing.css", "/t?event=toggle", "/" + Self.long]
            for address in routes + others {
                let address = ["{user}": "ada", "{floor}": "6F", "{token}": "x", "{id}": UUID().uuidString]
                    .reduce(address) { $0.replacing($1.key, with: $1.value) }
                for headers in [HTTPFields.page, [:]] {
                    let response = try await web.send(.get, address, as: user, headers: headers)
                    for (name, expected) in Self.expected {
                        #expect(value(name, response.headers) == expected, "\(name) of \(address)")
                    }
                    let policy = try #require(response.headers[.contentSecurityPolicy])
                    #expect(policy.hasPrefix("default-src 'none'") && policy.contains("frame-ancestors 'none'"))
                    #expect(!policy.contains("unsafe") && !policy.contains("*"))
                    #expect(value("Permissions-Policy", response.headers)?.contains("geolocation=()") == true)
                    #expect(value("Access-Control-Allow-Origin", response.headers) == nil)
                    let isPublic =
                        address.hasPrefix("/static/base/d") || address.hasPrefix("/.well-known/")
                        || [Address.favicon, Address.appleTouchIcon].contains(address)
                    #expect(isPublic || response.headers[.cacheControl] == "no-store", "\(address)")
                    let referrer = address.hasPrefix("/sign-in/") ? "strict-origin" : "same-origin"
                    #expect(value("Referrer-Policy", response.headers) == referrer)
                }
            }
        }
    }

    private static let long = String(repeating: "a", count: 9000)

    @Test(arguments: [
        "GET /map HTTP/1.1\r\n\r\n", "GET /map HTTP/1.1\r\nHost: x\r\nbad header\r\n\r\n", "nothing\r\n\r\n",
        "POST /api/taps HTTP/1.1\r\nHost: x\r\nContent-Length: 17000000\r\n\r\n",
    ])
    func `A response to a malformed head has the security headers`(request: String) async throws {
        try await TestWeb.with { (web) async throws in
            try await TestWebServer.with(web) { (server) async throws in
                let connection = RawConnection(port: server.port)
                try connection.send(request)
                let head = try await connection.read(until: "\r\n\r\n")
                #expect(head.hasPrefix("HTTP/1.1 4"), "\(head)")
                let others = ["Cache-Control": "no-store", "Referrer-Policy": "same-origin"]
                for (name, value) in Self.expected.merging(others, uniquingKeysWith: { $1 }) {
                    #expect(head.lowercased().count(of: "\r\n\(name.lowercased()): \(value.lowercased())\r\n") == 1, "\(name)")
                }
                #expect(head.lowercased().contains("\r\ncontent-security-policy: default-src 'none'"))
            }
        }
    }

    @Test func `A server with an http address sends no Strict-Transport-Security`() async throws {
        try await TestWeb.with(publicURL: "http://127.0.0.1:8080") { (web) async throws in
            let response = try await web.send(.get, "/map")
            #expect(value("Strict-Transport-Security", response.headers) == nil)
        }
    }

    @Test func `A response to an unsupported method lists the methods of the address`() async throws {
        try await TestWeb.with { (web) async throws in
            for (method, address, allow) in [
                (HTTPRequest.Method.delete, "/t", "GET, HEAD, POST"), (.put, "/map", "GET, HEAD"), (.get, "/api/taps", "POST"),
                (.options, "/api/presence", "GET, HEAD"), (.post, "/health/live", "GET, HEAD"),
            ] {
                for user in [nil, "ada"] {
                    let response = try await web.send(method, address, as: user)
                    #expect(response.status == .methodNotAllowed, "\(method) \(address)")
                    #expect(response.headers[.allow] == allow)
                }
            }
            #expect(try await web.send(.delete, "/nowhere", as: "ada").status == .notFound)
            #expect(try await web.send(.get, "/" + Self.long, as: "ada").status == .uriTooLong)
        }
    }
}

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Requests from other sites` {
    private static func fields(_ values: [String: String]) -> HTTPFields {
        var fields = HTTPFields()
        for (name, value) in values { fields.set(name, to: value) }
        return fields
    }

    private static let link = ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"]

    @Test(arguments: [
        ("/me", link, true), ("/t?event=start&desk=6F-A1", link, true), ("/me/data.json", link, false),
        ("/api/presence", link, false), ("/api/export/daily.csv?from=2026-11-01&to=2026-11-30", link, false),
        ("//me", link, true), ("//me/data.json", link, false), ("/me//data.json/", link, false),
        ("//api/export/daily.csv?from=2026-11-01&to=2026-11-30", link, false), ("///api//presence", link, false),
        ("/me", link.merging(["Sec-Fetch-Dest": "iframe"]) { $1 }, false),
        ("/me", ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image"], false),
        ("/me", ["Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "cors", "Sec-Fetch-Dest": "empty"], false),
        ("/api/presence", ["Sec-Fetch-Site": "same-origin", "Sec-Fetch-Mode": "cors", "Sec-Fetch-Dest": "empty"], true),
        ("/api/presence", ["Sec-Fetch-Site": "none", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"], true),
        ("/api/presence", [:], true), ("/health/live", ["Sec-Fetch-Site": "cross-site"], true),
    ])
    func `Another site can link to a page but not read it`(
        address: String, fields: [String: String], mayRead: Bool
    ) async throws {
        try await TestWeb.with { (web) async throws in
            let response = try await web.send(.get, address, as: "ada", headers: Self.fields(fields))
            #expect((response.status == .ok) == mayRead, "\(response.status)")
            if !mayRead { #expect(response.json["reason"] == "cross_site") }
        }
    }

    @Test(arguments: [
        ("https://desk.example.com", "desk.example.com", true), ("https://evil.example", "desk.example.com", false),
        ("null", "desk.example.com", false), ("http://localhost:8080", "localhost:8080", true),
        ("http://127.0.0.1:8080", "127.0.0.1:8080", true), ("http://[::1]:8080", "[::1]:8080", true),
        ("http://192.0.2.1", "192.0.2.1", true), ("http://192.0.2.1", "192.0.2.2", false),
        // Foreign host names that resolve to this server.
        ("http://evil.example:8080", "evil.example:8080", false),
        ("http://localhost.evil.example", "localhost.evil.example", false),
        ("http://[::1].evil.example", "[::1].evil.example", false),
    ])
    func `Another site cannot write by plain HTTP either`(origin: String, host: String, mayWrite: Bool) async throws {
        try await TestWeb.with { (web) async throws in
            try await TestWebServer.with(web) { (server) async throws in
                let connection = RawConnection(port: server.port)
                try await connection.send(
                    "POST /t?event=start&desk=6F-A1 HTTP/1.1\r\nHost: \(host)\r\nOrigin: \(origin)\r\nCookie: \(web.cookie("ada"))\r\n"
                        + "Content-Length: 0\r\n\r\n")
                let head = try await connection.read(until: "\r\n\r\n")
                #expect(head.hasPrefix("HTTP/1.1 \(mayWrite ? 200 : 403)"), "\(head)")
            }
        }
    }
}
