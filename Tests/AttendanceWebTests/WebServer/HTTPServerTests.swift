@testable import AttendanceWeb

import Foundation
import HTTPTypes
import HummingbirdTesting
import TestClients
import TestServers
import Testing
import WebServer

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Web server` {
    @Test(arguments: [
        ("GET /t?event=start&desk=\u{FFFD} HTTP/1.1\r\nHost: x\r\n\r\n", "400"),
        ("GET /map HTTP/1.1\r\nHost: x\r\nX-Long: \(String(repeating: "a", count: 20_000))\r\n\r\n", "400"),
        ("NONSENSE\r\n\r\n", "400"),
        ("POST /api/taps HTTP/1.1\r\nHost: x\r\nContent-Length: nine\r\n\r\n", "400"),
        ("DELETE /t?event=start&desk=6F-A1 HTTP/1.1\r\nHost: x\r\n\r\n", "405"),
        ("GET /static/../../Package.swift HTTP/1.1\r\nHost: x\r\n\r\n", "40"),
        ("GET /static/%2e%2e/%2e%2e/Package.swift HTTP/1.1\r\nHost: x\r\n\r\n", "40"),
    ])
    func `A malformed or unknown request gets a client error`(request: String, status: String) async throws {
        try await TestWeb.with { (web) async throws in
            try await TestWebServer.with(web) { (server) async throws in
                let connection = RawConnection(port: server.port)
                try connection.send(request)
                #expect(try await connection.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 \(status)"))
            }
        }
    }

    @Test func `A silent or half-sent request is disconnected, an open event stream is not`() async throws {
        var security = SecuritySettings()
        security.connections.idle = .milliseconds(300)
        try await TestWeb.with(heartbeat: .milliseconds(50), security: security) { (web) async throws in
            let cookie = try await web.cookie("ada")
            try await TestWebServer.with(web) { (server) async throws in
                let stream = RawConnection(port: server.port)
                try stream.send("GET /api/presence/stream HTTP/1.1\r\nHost: x\r\nCookie: \(cookie)\r\n\r\n")
                try await stream.read(until: "event: snapshot")
                let silent = RawConnection(port: server.port)
                let slow = RawConnection(port: server.port)
                try slow.send("GET /map HTTP/1.1\r\nHost")
                let halfSent = RawConnection(port: server.port)
                try halfSent.send("POST /api/taps HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n[")
                #expect(try await silent.readToEnd() == "")
                #expect(try await slow.readToEnd() == "")
                _ = try await halfSent.readToEnd()
                for _ in 0..<3 { try await stream.read(until: "event: beat\n") }
            }
        }
    }

    @Test func `Pages, files and errors have the security headers`() async throws {
        try await TestWeb.with { (web) async throws in
            for address in ["/map", "/nowhere", "/health/live", "/static/base/desktap.css", "/t?event=toggle"] {
                let response = try await web.send(.get, address, headers: .page)
                #expect(response.headers[.contentSecurityPolicy]?.hasPrefix("default-src 'none'") == true)
                #expect(response.headers[.xContentTypeOptions] == "nosniff")
            }
        }
    }

    @Test(arguments: [
        ("/static/base/desktap.css", "text/css; charset=utf-8"),
        ("/static/Presence/plan.js", "text/javascript; charset=utf-8"),
        ("/static/base/icon.svg", "image/svg+xml; charset=utf-8"),
    ])
    func `A text file says its character set`(address: String, type: String) async throws {
        try await TestWeb.with { (web) async throws in
            #expect(try await web.send(.get, address).headers[.contentType] == type)
        }
    }

    @Test func `The readiness check reports an unavailable database`() async throws {
        try await TestWeb.with { (web) async throws in
            #expect(try await web.send(.get, "/health/live").text == "live\n")
            _ = await web.broadcast.next(in: web.office.office, after: nil)
            #expect(try await web.send(.get, "/health/ready").text == "ready\n")
            await web.office.pool.close()
            #expect(try await web.send(.get, "/health/live").status == .ok)
            #expect(try await reason(web, until: "database_away") == "database_away")
            let away = try await web.send(.get, "/health/ready")
            #expect(away.status == .serviceUnavailable)
            #expect(away.headers[.retryAfter] == "1")
            #expect(away.json["reason"] == "database_away")
        }
    }

    @Test func `The readiness check reports a read-only database`() async throws {
        try await TestWeb.with { (web) async throws in
            try await web.office.execute(
                """
                do $$ begin
                    execute format('alter database %I set default_transaction_read_only = on', current_database());
                    perform pg_terminate_backend(pid) from pg_stat_activity
                      where datname = current_database() and pid <> pg_backend_pid() and application_name not like '% feed';
                end $$
                """)
            // The connection that ran this still has the old setting.
            try await web.office.pool.withConnection { connection in
                _ = try? await connection.execute("select pg_terminate_backend(pg_backend_pid())")
            }
            #expect(try await reason(web, until: "database_read_only") == "database_read_only")
        }
    }

    @Test func `The readiness check reports a schema that excludes the program`() async throws {
        try await TestWeb.with { (web) async throws in
            try await web.office.excludePrograms(before: 9999)
            #expect(try await reason(web, until: "wrong_schema") == "wrong_schema")
        }
    }

    @Test func `The readiness check reports a full disk after a tap could not be recorded`() async throws {
        try await TestWeb.with { (web) async throws in
            try await web.office.execute(
                """
                create function fail() returns trigger language plpgsql as $$ begin
                    raise exception 'could not extend file' using errcode = 'disk_full';
                end $$;
                create trigger fail before insert on log_record for each row execute function fail()
                """)
            let tap = try await web.send(.post, "/t?event=start&desk=6F-A1", as: "ada")
            #expect(tap.status == .serviceUnavailable && tap.json["reason"] == "database_full")
            #expect(tap.headers[.retryAfter] == "5")
            #expect(try await reason(web, until: "database_full") == "database_full")
        }
    }

    /// Why the server is not ready. Polls until it is `reason`, because a check is valid for a second.
    private func reason(_ web: TestWeb, until reason: String) async throws -> String? {
        var found: String?
        for _ in 0..<300 where found != reason {
            found = try await web.send(.get, "/health/ready").json["reason"]
            if found != reason { try await Task.sleep(for: .milliseconds(20)) }
        }
        return found
    }

    @Test(arguments: ["/static/base/desktap.css", "/static/Presence/plan.js", "/static/base/icon.svg"])
    func `Styles and scripts are served while the database is unavailable`(address: String) async throws {
        try await TestWeb.with { (web) async throws in
            let headers: HTTPFields = [.acceptEncoding: "gzip", .cookie: try await web.cookie("ada")]
            await web.office.pool.close()
            let file = try await web.send(.get, address, headers: headers)
            #expect(file.status == .ok)
            #expect(file.headers[.xContentTypeOptions] == "nosniff" && file.headers[.contentSecurityPolicy] != nil)
            #expect(file.headers[.cacheControl] == "no-cache")
            let isLong = file.headers[.vary]?.contains("Accept-Encoding") ?? false
            #expect(isLong == (file.headers[.contentEncoding] == "gzip") && (isLong || address.hasSuffix("icon.svg")))
            let same = try #require(file.headers[.eTag])
            #expect(try await web.send(.get, address, headers: [.ifNoneMatch: same]).status == .notModified)
            #expect(try await web.send(.post, address).status == .notFound)
            #expect(try await web.send(.get, address + "x").status == .notFound)
        }
    }

    @Test(arguments: ["bytes=100000-", "bytes=0-3", "bytes=-5", "bytes=5-2", "bytes=0-1,2-3", "x"])
    func `A file is served as a whole, whatever range is asked for`(range: String) async throws {
        try await TestWeb.with { (web) async throws in
            let address = "/static/base/desktap.css"
            let whole = try await web.send(.get, address)
            let file = try await web.send(.get, address, headers: [.range: range, .ifRange: whole.headers[.eTag] ?? ""])
            #expect(file.status == .ok && file.text == whole.text && file.headers[.acceptRanges] == nil)
        }
    }

    @Test(arguments: [
        "/static", "/static/", "/static/base", "/static/base/", "/static/Presence", "/static/base/desktap.css%00.png",
        "/static/base%00", "/static/..", "/static/base/..", "/static/.",
    ])
    func `Folders are not served, nor names with a null character`(address: String) async throws {
        try await TestWeb.with { (web) async throws in
            for method in [HTTPRequest.Method.get, .head] {
                let response = try await web.send(method, address)
                #expect(response.status == .notFound && response.headers[.location] == nil, "\(response.status)")
            }
        }
    }

    @Test func `The web app manifest names icons that are served`() async throws {
        struct Manifest: Decodable {
            struct Icon: Decodable { let src, type: String }
            let icons: [Icon]
        }
        try await TestWeb.with { (web) async throws in
            let page = try await web.send(.get, Address.signIn, headers: .page)
            #expect(page.headers[.contentSecurityPolicy]?.contains("manifest-src 'self'") == true)
            let address = try #require(page.text.firstMatch(of: /rel="manifest" href="([^"]+)"/)).1
            let file = try await web.send(.get, String(address))
            let manifest = try JSONDecoder().decode(Manifest.self, from: Data(file.body.readableBytesView))
            #expect(manifest.icons.count == 3)
            let touch = try #require(page.text.firstMatch(of: /rel="apple-touch-icon" href="([^"]+)"/)).1
            for (source, type) in manifest.icons.map({ ($0.src, $0.type) }) + [(String(touch), "image/png")] {
                let icon = try await web.send(.get, source)
                #expect(icon.status == .ok && icon.headers[.contentType]?.hasPrefix(type) == true, "\(source)")
            }
        }
    }

    @Test func `An unknown address gives programs a problem document and browsers a page`() async throws {
        try await TestWeb.with { (web) async throws in
            let problem = try await web.send(.get, "/nowhere", as: "ada")
            #expect(problem.status == .notFound)
            #expect(problem.json["status"] == "404")
            #expect(problem.json["title"] == "Not Found")
            #expect(try await web.send(.get, "/nowhere", as: "ada", headers: .page).text.contains("<h1>Not found</h1>"))
        }
    }
}
