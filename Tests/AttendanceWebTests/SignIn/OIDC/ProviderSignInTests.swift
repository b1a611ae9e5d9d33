@testable import AttendanceWeb

import AttendanceStore
import HTTPTypes
import HummingbirdTesting
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Signing in by a provider` {
    @Test(arguments: [false, true])
    func `makes an account and goes on to where somebody wanted to go`(isPublic: Bool) async throws {
        try await ProviderOffice.with(isPublic: isPublic) { (office) async throws in
            for goal in ["/t?event=start&desk=6F-A1", "/me"] {
                let answer = try await office.signIn(to: goal)
                #expect(answer.status == .seeOther, "\(answer.text) \(office.log.lines)")
                #expect(answer.headers[.location] == goal)
                let nia = try #require(try await office.person(answer))
                #expect(nia.userName == "nia" && nia.displayName == "Nia Sol" && nia.role == .employee)
                #expect(answer.headers[values: .setCookie].contains { $0.hasPrefix("__Host-desktap-oidc=; Max-Age=0; Path=/") })
            }
            #expect(office.log.lines == ["notice sign-in by \(await office.provider.issuer): 'nia' is new here"])
            #expect(await office.provider.asked["/keys"] == 1)
        }
    }

    @Test(arguments: ["https://evil.example/", "//evil.example", "/\\evil.example", ""])
    func `leads nowhere else`(goal: String) async throws {
        try await ProviderOffice.with { (office) async throws in
            #expect(try await office.signIn(to: goal).headers[.location] == "/map")
        }
    }

    @Test func `leaves all else as it is while the provider is away`() async throws {
        var settings = try OIDCSettings(
            issuer: "http://127.0.0.1:9", name: "Gone", clientID: "x", clientSecret: nil)
        settings.office = "Harbour Office"
        let log = KeptLog()
        try await TestWeb.with(oidc: (settings, .seconds(20)), logger: log.logger) { (web) async throws in
            let answer = try await web.send(.get, Address.oidc, headers: .page)
            #expect(answer.status == .serviceUnavailable)
            #expect(try await web.send(.get, Address.oidc).json["reason"] == "provider_away")
            #expect(log.lines.count == 2 && log.lines.allSatisfy { $0.contains("discovery document cannot be had") })
            #expect(try await web.send(.get, "/map", as: "ada", headers: .page).status == .ok)
            let out = try await web.send(
                .post, Address.signOut, headers: [.cookie: try await web.cookie("ada") + "; __Secure-desktap-provider=1"])
            #expect(out.status == .seeOther)
        }
    }

    @Test func `takes an answer once, and from the browser that asked alone`() async throws {
        try await ProviderOffice.with { (office) async throws in
            let (address, cookie) = try await office.begin()
            let query = try await office.provider.signIn(at: address)
            // Somebody else's browser, with no attempt and with one of its own.
            try await office.expectNobody(try await office.finish(query, nil))
            try await office.expectNobody(try await office.finish(query, try await office.begin().cookie))
            try await office.expectNobody(try await office.finish(query, cookie.dropLast(2) + "AA"))
            try await office.expectNobody(try await office.finish(query + "&state=x", cookie))
            #expect(await office.provider.asked["/token"] == nil)
            #expect(try await office.person(try await office.finish(query, cookie))?.userName == "nia")
            try await office.expectNobody(try await office.finish(query, cookie))
            let reasons = ["no cookie", "the state", "no cookie", "cannot be read", "is new here", "invalid_grant"]
            #expect(office.log.lines.count == reasons.count)
            for (line, reason) in zip(office.log.lines, reasons) { #expect(line.contains(reason)) }
        }
    }

    @Test func `ends at the provider by a form where the setting says so, with the token in no address`() async throws {
        try await ProviderOffice.with(settings: { $0.signsOutByPost = true }) { (office) async throws in
            let answer = try await office.signIn()
            let cookies = [office.web.services.sessionCookie.name, "__Secure-desktap-provider"].compactMap { answer.cookie($0) }
            let out = try await office.web.send(
                .post, Address.signOut, headers: [.accept: "text/html", .cookie: cookies.joined(separator: "; ")])
            let issuer = await office.provider.issuer
            let token = cookies[1].dropFirst("__Secure-desktap-provider=".count)
            #expect(out.text.contains("<form method=\"post\" action=\"\(issuer)/end?all=yes\""), "\(out.text)")
            for (name, value) in [
                ("client_id", "desk app"), ("id_token_hint", String(token)),
                ("post_logout_redirect_uri", "https://desk.example.com/sign-in"),
            ] {
                #expect(out.text.contains("<input type=\"hidden\" name=\"\(name)\" value=\"\(value)\">"), "\(out.text)")
            }
            #expect(!out.text.contains("id_token_hint=") && !out.text.contains("http-equiv=\"refresh\""))
            #expect(out.headers[.contentSecurityPolicy]?.contains("form-action 'self' https: \(issuer);") == true)
            // Other pages have forms to this server alone.
            let page = try await office.web.send(.get, "/sign-in", headers: .page)
            #expect(page.headers[.contentSecurityPolicy]?.contains("form-action 'self';") == true)
        }
    }

    @Test func `asks the provider for a fresh sign-in, and takes no old one for it`() async throws {
        try await ProviderOffice.with { (office) async throws in
            let web = office.web
            func again(_ age: Double?) async throws -> TestResponse {
                let second = Double(web.clock.now().millisecondsSince1970) / 1000
                await office.provider.behave { $0.claims = ["auth_time": age.map { .number(second - $0) } ?? .number(0)] }
                let begun = try await web.send(.get, Address.oidc(to: "/me", isAgain: true), headers: .page)
                let address = try #require(begun.headers[.location])
                #expect(address.hasSuffix("&prompt=login"))
                return try await office.finish(
                    try await office.provider.signIn(at: address), begun.cookie("__Host-desktap-oidc"))
            }
            #expect(try await again(3600).status == .badRequest)
            #expect(office.log.lines.last?.contains("did not sign in at the provider again") == true)
            for age in [0.0, 30, nil] { #expect(try await again(age).status == .seeOther) }
            // Where it was not asked for, an old one is good, and is no fresh sign-in here.
            let second = Double(web.clock.now().millisecondsSince1970) / 1000
            await office.provider.behave { $0.claims = ["auth_time": .number(second - 3600)] }
            let answer = try await office.signIn()
            let name = web.services.sessionCookie.name
            let token = try #require(answer.cookie(name)).dropFirst(name.count + 1)
            let session = try await web.services.access.session(withToken: String(token), now: web.clock.now())
            #expect(session?.authenticatedAt.seconds == Int64(second) - 3600)
        }
    }

    @Test func `lasts as long as the setting says`() async throws {
        try await ProviderOffice.with(settings: { $0.sessionLength = 3600 }) { (office) async throws in
            let answer = try await office.signIn()
            let cookie = try #require(answer.cookie(office.web.services.sessionCookie.name))
            #expect(answer.headers[values: .setCookie].contains { $0.hasPrefix(cookie) && $0.contains("Max-Age=3600;") })
            office.web.clock.goOn(seconds: 3500)
            #expect(try await office.web.send(.get, Address.me, headers: [.cookie: cookie]).status == .ok)
            office.web.clock.goOn(seconds: 100)
            #expect(try await office.web.send(.get, Address.me, headers: [.cookie: cookie]).status == .unauthorized)
        }
    }

    @Test func `lets in whom the settings let in alone`() async throws {
        try await ProviderOffice.with(settings: {
            $0.addsNewPeople = false
            $0.requiredGroup = "DeskTap"
        }) { (office) async throws in
            try await office.expectNobody(try await office.signIn())
            await office.provider.behave { $0.claims = ["groups": .list([.text("DeskTap")])] }
            let unknown = try await office.signIn()
            #expect(unknown.status == .forbidden && unknown.text.contains("Your account has no way in here."))
            try await office.web.office.store.identities.link(
                userName: "ada", issuer: await office.provider.issuer, subject: "248289761001", now: office.web.clock.now())
            #expect(try await office.person(try await office.signIn())?.userName == "ada")
            await office.provider.behave { $0.claims = ["groups": .list([])] }
            try await office.expectNobody(try await office.signIn())
            for (line, part) in zip(
                office.log.lines,
                ["is in the group 'DeskTap'", "person identity USER 248289761001", "is in the group 'DeskTap'"])
            { #expect(line.contains(part), "\(office.log.lines)") }
            #expect(office.log.lines.count == 3)
        }
    }

    @Test func `has to be done within ten minutes`() async throws {
        try await ProviderOffice.with { (office) async throws in
            let (address, cookie) = try await office.begin()
            let query = try await office.provider.signIn(at: address)
            office.web.clock.goOn(seconds: 601)
            try await office.expectNobody(try await office.finish(query, cookie))
            #expect(office.log.lines[0].contains("more than 10 minutes ago"))
        }
    }

    @Test func `follows the provider to a new key, and looks for one once a minute`() async throws {
        try await ProviderOffice.with { (office) async throws in
            #expect(try await office.signIn().status == .seeOther)
            await office.provider.rotate()
            // Within the first minute nobody looks again, however many come.
            for _ in 1...3 { #expect(try await office.signIn().status == .badRequest) }
            #expect(await office.provider.asked["/keys"] == 1)
            office.web.clock.goOn(seconds: 61)
            #expect(try await office.signIn().status == .seeOther)
            #expect(await office.provider.asked["/keys"] == 2)
            await office.provider.behave { $0.signature = .unpublishedKey }
            for _ in 1...3 { #expect(try await office.signIn().status == .badRequest) }
            #expect(await office.provider.asked["/keys"] == 2)
        }
    }

    @Test func `asks a provider in trouble once in some seconds, however many want to sign in`() async throws {
        try await ProviderOffice.with { (office) async throws in
            let issuer = await office.provider.issuer
            await office.provider.behave { $0.discovery["issuer"] = "https://elsewhere.example.com" }
            for _ in 1...10 { #expect(try await office.web.send(.get, "/auth/oidc", headers: .page).status != .seeOther) }
            #expect(await office.provider.asked["/.well-known/openid-configuration"] == 1)
            await office.provider.behave { $0.discovery["issuer"] = issuer }
            office.web.clock.goOn(seconds: 5)
            #expect(try await office.signIn().status == .seeOther)
        }
    }

    @Test func `asks the provider once for all who come at the same time`() async throws {
        try await ProviderOffice.with { (office) async throws in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 1...10 {
                    group.addTask { () async throws in #expect(try await office.signIn().status == .seeOther) }
                }
                try await group.waitForAll()
            }
            #expect(await office.provider.asked["/keys"] == 1)
            #expect(try await office.web.office.value("select count(*)::text from person where user_name = 'nia'") == "1")
        }
    }

    @Test func `is offered by name, and ends at the provider too`() async throws {
        try await ProviderOffice.with { (office) async throws in
            let page = try await office.web.send(.get, "/sign-in?to=/me", headers: .page)
            #expect(page.text.contains("Harbour account") && page.text.contains("/auth/oidc?to=%2Fme"))
            let answer = try await office.signIn()
            let cookies = [office.web.services.sessionCookie.name, "__Secure-desktap-provider"].compactMap { answer.cookie($0) }
            #expect(cookies.count == 2)
            let out = try await office.web.send(
                .post, Address.signOut, headers: [.accept: "text/html", .cookie: cookies.joined(separator: "; ")])
            #expect(out.status == .ok)
            let place = [
                await office.provider.issuer + "/end?all=yes", "client_id=desk%20app",
                "id_token_hint=" + cookies[1].dropFirst("__Secure-desktap-provider=".count),
                "post_logout_redirect_uri=https%3A%2F%2Fdesk.example.com%2Fsign-in",
            ]
            #expect(out.text.contains(place.joined(separator: "&amp;")), "\(out.text)")
            #expect(
                out.headers[values: .setCookie].count == 2
                    && out.headers[values: .setCookie].allSatisfy { $0.contains("Max-Age=0") })
            // What the browser kept of pages goes; what a phone keeps of taps does not.
            let clear = try #require(HTTPField.Name("Clear-Site-Data"))
            #expect(out.headers[clear] == "\"cache\"")
            #expect(try await office.web.send(.post, Address.signOut, as: "ada").headers[clear] == "\"cache\"")
            // Who signed in by a link has no session there.
            #expect(try await office.web.send(.post, Address.signOut, as: "ada").headers[.location] == Address.signIn)
        }
    }
}
