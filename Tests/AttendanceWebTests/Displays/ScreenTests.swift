@testable import AttendanceStore
@testable import AttendanceWeb

import Attendance
import HTTPTypes
import HummingbirdTesting
import NIOCore
import TestClients
import TestOffice
import TestServers
import Testing
import WebServer

/// Lea is the administrator.
@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Codes of screens` {
    /// The headers of a browser with these cookies.
    private static func page(_ cookies: String) -> HTTPFields {
        var headers = HTTPFields.page
        if !cookies.isEmpty { headers[.cookie] = cookies }
        return headers
    }

    /// The cookie that an answer sets, without its attributes.
    private static func cookie(_ name: String, of answer: TestResponse) throws -> String {
        let field = try #require(answer.headers[values: .setCookie].first { $0.contains("\(name)=") })
        return String(field.prefix { $0 != ";" })
    }

    /// Asks for a code, as the page's script does.
    /// - Returns: the screen's cookie, and the code that it then shows.
    private static func ask(_ web: TestWeb) async throws -> (cookie: String, code: String) {
        let asked = try await web.send(.post, Address.screen, headers: .page)
        #expect(asked.status == .seeOther && asked.headers[.location] == "/wall?asked=yes")
        let screen = try Self.cookie("desktap-screen", of: asked)
        // With this prefix, other hosts of the domain cannot set the cookie.
        #expect(screen.hasPrefix("__Host-desktap-screen="))
        let shown = try await web.send(.get, Address.screen, headers: Self.page(screen))
        return (screen, String(try #require(shown.text.firstMatch(of: /id="code">([^<]*)</)).output.1))
    }

    private static func add(_ code: String, name: String = "Lobby", _ web: TestWeb) async throws -> TestResponse {
        let floor = try await web.office.value("select id::text from floor where name = '6F'") ?? ""
        return try await web.sendForm(Address.adminDisplays, as: "lea", ["name": name, "floor": floor, "code": code])
    }

    private static func displays(_ web: TestWeb) async throws -> [String] {
        try await web.office.store.displays.displays().map(\.display.name)
    }

    @Test func `A screen shows a code, and the floor once an administrator has typed it`() async throws {
        try await TestWeb.with { (web) async throws in
            // Opening the page changes nothing.
            let first = try await web.send(.get, Address.screen, headers: .page)
            #expect(first.status == .ok && first.text.contains("data-automatic") && first.headers[.setCookie] == nil)
            #expect(try await web.office.value("select count(*)::text from display_code") == "0")
            let (screen, code) = try await Self.ask(web)
            #expect(code.wholeMatch(of: /[CFHJKMNPRTWXY34679]{6}/) != nil)
            let waiting = try await web.send(.get, Address.screen, headers: Self.page(screen)).text
            #expect(!waiting.contains("Harbour") && !waiting.contains("Show ") && !waiting.contains("<form method=\"post\">"))
            // The page's button changes nothing while the code is valid.
            let again = try await web.send(.post, Address.screen, headers: Self.page(screen))
            #expect(again.headers[.location] == Address.screen && again.headers[.setCookie] == nil)
            let list = try await web.send(.get, Address.adminDisplays, as: "lea", headers: .page).text
            #expect(list.contains("Open https://desk.example.com/wall on the screen."))
            let typed = " \(code.prefix(3).lowercased())-\(code.dropFirst(3))"
            let added = try await Self.add(typed, web)
            #expect(added.status == .seeOther && added.headers[.location] == Address.adminDisplays)
            #expect(added.headers[values: .setCookie].contains { $0.contains("desktap-done=displayConnected;") })
            let enrolled = try await web.send(.get, Address.screen, headers: Self.page(screen))
            #expect(enrolled.status == .seeOther && enrolled.headers[.location] == "/wall/6F")
            let display = try Self.cookie("desktap-display", of: enrolled)
            #expect(enrolled.headers[values: .setCookie].contains { $0.hasPrefix("__Host-desktap-screen=; Max-Age=0;") })
            #expect(try await web.send(.get, "/wall/6F", headers: Self.page(display)).status == .ok)
            // The short address leads a display to its floor.
            for method in [HTTPRequest.Method.get, .post] {
                let answer = try await web.send(method, Address.screen, headers: Self.page(display))
                #expect(answer.headers[.location] == "/wall/6F")
            }
        }
    }

    @Test func `A screen that lost the answer with its key gets the key again`() async throws {
        try await TestWeb.with { (web) async throws in
            let (screen, code) = try await Self.ask(web)
            #expect(try await Self.add(code, web).status == .seeOther)
            _ = try await web.send(.get, Address.screen, headers: Self.page(screen))
            // A late request for a code does not replace the key.
            let asked = try await web.send(.post, Address.screen, headers: Self.page(screen))
            #expect(asked.headers[.location] == Address.screen && asked.headers[.setCookie] == nil)
            web.clock.advance(by: DisplayStore.codeLifetime + .seconds(1))
            let again = try await web.send(.get, Address.screen, headers: Self.page(screen))
            let display = try Self.cookie("desktap-display", of: again)
            #expect(try await web.send(.get, "/wall/6F", headers: Self.page(display)).status == .ok)
        }
    }

    @Test func `Only the browser that asked for a code gets the key`() async throws {
        try await TestWeb.with { (web) async throws in
            let (screen, code) = try await Self.ask(web)
            let (other, _) = try await Self.ask(web)
            #expect(try await Self.add(code, web).status == .seeOther)
            for cookie in ["", other, "__Host-desktap-screen=" + code] {
                for method in [HTTPRequest.Method.get, .post] {
                    let answer = try await web.send(method, Address.screen, headers: Self.page(cookie))
                    #expect(!answer.headers[values: .setCookie].contains { $0.contains("desktap-display") }, "\(cookie)")
                    #expect(answer.headers[.location]?.hasPrefix("/wall/") != true, "\(cookie)")
                }
            }
            // The code was typed.
            let again = try await Self.add(code, name: "Hall", web)
            #expect(again.status == .notFound && again.text.contains("No screen shows this code."))
            #expect(try await Self.displays(web) == ["Lobby"])
            let enrolled = try await web.send(.get, Address.screen, headers: Self.page(screen))
            #expect(enrolled.headers[.location] == "/wall/6F")
            // The secret gives nothing more once another screen has replaced this one.
            let link = try await web.office.store.displays.addDisplayLink(for: "Lobby", now: web.clock.now())
            #expect(try await web.send(.post, Address.displayLink(link.text)).status == .seeOther)
            let replaced = try await web.send(.get, Address.screen, headers: Self.page(screen))
            #expect(replaced.status == .ok && replaced.headers[.setCookie] == nil)
        }
    }

    @Test func `An expired code adds no display, and its screen asks for another one`() async throws {
        try await TestWeb.with { (web) async throws in
            let (screen, code) = try await Self.ask(web)
            web.clock.advance(by: DisplayStore.codeLifetime + .seconds(1))
            let late = try await Self.add(code, web)
            #expect(late.status == .notFound && late.text.contains("value=\"\(code)\""))
            #expect(try await Self.displays(web) == [])
            let page = try await web.send(.get, "/wall?asked=yes", headers: Self.page(screen)).text
            #expect(page.contains("data-automatic") && !page.contains(code))
            _ = try await Self.ask(web)
            #expect(try await web.office.value("select count(*)::text from display_code") == "1")
        }
    }

    @Test func `A browser without cookies is told so, and asks for no further code by itself`() async throws {
        try await TestWeb.with { (web) async throws in
            let page = try await web.send(.get, "/wall?asked=yes", headers: .page).text
            #expect(page.contains("This browser keeps no cookies.") && !page.contains("data-automatic"))
        }
    }

    @Test func `A new screen replaces the earlier one of a display`() async throws {
        try await TestWeb.with { (web) async throws in
            let earlier = try await web.display("Lobby", floor: "6F")
            let id = try await web.office.value("select id::text from display") ?? ""
            let (screen, code) = try await Self.ask(web)
            func logged() async throws -> [LoggedConfigurationChange] {
                let renewal = ConfigurationChange(.display, .keyRenewed, "Lobby", "screen_code")
                return try await web.office.store.audit.configurationChanges().filter { $0.change == renewal }
            }
            // A mistyped code changes and logs nothing. It stays in its open form with the problem.
            let mistyped = try await web.sendForm("/admin/displays/\(id)/link", as: "lea", ["code": "AAA-AAA"])
            #expect(mistyped.status == .notFound && mistyped.text.count(of: "No screen shows this code.") == 1)
            #expect(mistyped.text.contains("<details class=\"confirm\" open>") && !mistyped.text.contains("data-problem"))
            #expect(mistyped.text.contains("value=\"AAA-AAA\" aria-invalid=\"true\" aria-describedby=\"code-problem\""))
            #expect(try await web.send(.get, "/wall/6F", headers: Self.page(earlier)).status == .ok)
            #expect(try await logged().isEmpty)
            let typed = try await web.sendForm("/admin/displays/\(id)/link", as: "lea", ["code": code])
            #expect(typed.status == .seeOther)
            // The key changes now, and only once, however often the screen asks for it.
            web.services.access.invalidate()
            #expect(try await web.send(.get, "/wall/6F", headers: Self.page(earlier)).status == .seeOther)
            let enrolled = try await web.send(.get, Address.screen, headers: Self.page(screen))
            let display = try Self.cookie("desktap-display", of: enrolled)
            #expect(try await web.send(.get, "/wall/6F", headers: Self.page(display)).status == .ok)
            #expect(try await logged().map(\.author) == [.person(userName: "lea", displayName: "Lea Root")])
        }
    }

    @Test func `A display that is revoked before its screen asks for the key gives none`() async throws {
        try await TestWeb.with { (web) async throws in
            let (screen, code) = try await Self.ask(web)
            _ = try await Self.add(code, web)
            try await web.office.store.displays.revokeDisplay(name: "Lobby")
            let answer = try await web.send(.get, Address.screen, headers: Self.page(screen))
            #expect(answer.status == .ok && answer.headers[.setCookie] == nil)
        }
    }

    @Test func `Codes are limited by address, by person and in total`() async throws {
        var security = SecuritySettings()
        security.trustedProxies = TrustedProxies([try NetworkRange("127.0.0.1")])
        try await TestWeb.with(security: security) { (web) async throws in
            web.clock.stop()
            let limit = RateLimit.screenCodes.burst
            try await TestWebServer.with(web) { (server) async throws in
                let client = TestClient(host: "127.0.0.1", port: server.port, configuration: .init(timeout: .seconds(60)))
                client.connect()
                var headers = HTTPFields()
                headers.set("X-Forwarded-For", to: "192.0.2.1")
                for _ in 0..<limit {
                    #expect(
                        try await client.ask(.post, Address.screen, headers: headers, body: ByteBuffer()).status == .seeOther)
                }
                let refused = try await client.ask(.post, Address.screen, headers: headers, body: ByteBuffer())
                #expect(refused.status == .tooManyRequests && refused.headers[.retryAfter] != nil)
                try await client.shutdown()
            }
            for _ in 0..<RateLimit.typedCodes.burst { #expect(try await Self.add("AAAAAA", web).status == .notFound) }
            #expect(try await Self.add("AAAAAA", web).status == .tooManyRequests)
            let (store, now) = (web.office.store.displays, web.clock.now())
            let oldest = try await store.addCode(now: now - .seconds(1)).text
            for _ in (limit + 1)..<Int(DisplayStore.mostCodes) { _ = try await store.addCode(now: now) }
            #expect(try await store.code(ofScreen: oldest, now: now) != nil)
            // A further code replaces the oldest one.
            let latest = try await store.addCode(now: now).text
            #expect(try await store.code(ofScreen: latest, now: now) != nil)
            #expect(try await store.code(ofScreen: oldest, now: now) == nil)
            #expect(try await web.office.value("select count(*)::text from display_code") == "\(DisplayStore.mostCodes)")
            _ = try await store.addCode(now: now + DisplayStore.codeLifetime)
            #expect(try await web.office.value("select count(*)::text from display_code") == "1")
        }
    }
}
