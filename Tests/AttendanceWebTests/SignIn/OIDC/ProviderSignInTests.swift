@testable import AttendanceWeb

import AttendanceStore
import HTTPTypes
import HummingbirdTesting
import OpenIDConnect
import TestOffice
import TestProvider
import TestServers
import Testing
import WebServer

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Sign-in through a provider` {
    @Test(arguments: [false, true])
    func `A first sign-in through a provider creates an account and continues to the requested address`(isPublic: Bool)
        async throws
    {
        try await ProviderOffice.with(isPublic: isPublic) { (office) async throws in
            for goal in ["/t?event=start&desk=6F-A1", "/me"] {
                let answer = try await office.signIn(to: goal)
                #expect(answer.status == .seeOther, "\(answer.text) \(office.log.lines)")
                #expect(answer.headers[.location] == goal)
                let nia = try #require(try await office.person(answer))
                #expect(nia.userName == "nia" && nia.displayName == "Nia Sol" && nia.role == .employee)
                #expect(answer.removedCookies.contains { $0.hasPrefix("__Host-desktap-oidc-") })
            }
            let number = try await office.web.office.value("select id::text from person where user_name = 'nia'") ?? ""
            let issuer = await office.provider.issuer
            #expect(office.log.lines == ["notice sign-in through \(issuer): the person number \(number) was added"])
            #expect(await office.provider.asked["/keys"] == 1)
        }
    }

    @Test(arguments: ["https://evil.example/", "//evil.example", "/\\evil.example", ""])
    func `A sign-in through a provider never continues at another site`(goal: String) async throws {
        try await ProviderOffice.with { (office) async throws in
            #expect(try await office.signIn(to: goal).headers[.location] == "/map")
        }
    }

    @Test func `An unavailable provider affects only the sign-in through it`() async throws {
        var settings = try OIDCSettings(
            issuer: "http://127.0.0.1:9", name: "Gone", clientID: "x", clientSecret: nil)
        settings.office = "Harbour Office"
        let log = CapturedLog()
        try await TestWeb.with(oidc: (settings, .seconds(20)), logger: log.logger) { (web) async throws in
            let answer = try await web.send(.get, Address.oidc, headers: .page)
            #expect(answer.status == .serviceUnavailable)
            #expect(try await web.send(.get, Address.oidc).json["reason"] == "provider_away")
            #expect(log.lines.count == 2 && log.lines.allSatisfy { $0.contains("discovery document is unavailable") })
            #expect(try await web.send(.get, "/map", as: "ada", headers: .page).status == .ok)
            let out = try await web.send(
                .post, Address.signOut, headers: [.cookie: try await web.cookie("ada") + "; __Secure-desktap-provider=1"])
            #expect(out.status == .seeOther)
        }
    }

    @Test func `An authorization response is accepted once, and only from the browser of the request`() async throws {
        try await ProviderOffice.with { (office) async throws in
            let (address, cookie) = try await office.begin()
            let query = try await office.provider.signIn(at: address)
            // Another browser: without a request, and with one of its own.
            try await office.expectNoSession(try await office.finish(query, nil))
            try await office.expectNoSession(try await office.finish(query, try await office.begin().cookie))
            try await office.expectNoSession(try await office.finish(query, cookie.dropLast(2) + "AA"))
            try await office.expectNoSession(try await office.finish(query + "&state=x", cookie))
            #expect(await office.provider.asked["/token"] == nil)
            #expect(try await office.person(try await office.finish(query, cookie))?.userName == "nia")
            try await office.expectNoSession(try await office.finish(query, cookie))
            let reasons = ["no cookie", "no cookie", "no cookie", "cannot be read", "was added", "invalid_grant"]
            #expect(office.log.lines.count == reasons.count)
            for (line, reason) in zip(office.log.lines, reasons) { #expect(line.contains(reason)) }
        }
    }

    @Test(arguments: [false, true]) func `Two tabs that sign in at the provider both succeed`(isReversed: Bool) async throws {
        try await ProviderOffice.with { (office) async throws in
            let first = try await office.begin(to: "/me")
            let second = try await office.begin(to: "/team", cookies: first.cookie)
            var tabs = [(first, "/me"), (second, "/team")]
            if isReversed { tabs.reverse() }
            var jar = [first.cookie, second.cookie]
            // An answer to no request of this browser removes none.
            let forged = try await office.finish("code=x&state=guessed", jar.joined(separator: "; "))
            try await office.expectNoSession(forged)
            #expect(forged.removedCookies.isEmpty)
            for (tab, goal) in tabs {
                let query = try await office.provider.signIn(at: tab.address)
                let answer = try await office.finish(query, jar.joined(separator: "; "))
                #expect(answer.status == .seeOther && answer.headers[.location] == goal, "\(answer.text)")
                #expect(try await office.person(answer)?.userName == "nia")
                jar.removeAll { cookie in answer.removedCookies.contains { cookie.hasPrefix($0 + "=") } }
                #expect(!jar.contains(tab.cookie))
            }
            #expect(jar.isEmpty)
        }
    }

    @Test func `A failed sign-in of one tab leaves that of another`() async throws {
        try await ProviderOffice.with { (office) async throws in
            let first = try await office.begin()
            let second = try await office.begin(cookies: first.cookie)
            let jar = "\(first.cookie); \(second.cookie)"
            await office.provider.behave { $0.callback = ["code": nil, "error": "access_denied"] }
            let denied = try await office.finish(try await office.provider.signIn(at: first.address), jar)
            try await office.expectNoSession(denied)
            #expect(denied.removedCookies.count == 1 && first.cookie.hasPrefix(denied.removedCookies[0] + "="))
            await office.provider.behave { _ in }
            let answer = try await office.finish(try await office.provider.signIn(at: second.address), second.cookie)
            #expect(try await office.person(answer)?.userName == "nia")
        }
    }

    @Test func `A browser keeps a limited number of sign-ins at the provider, the newest ones`() async throws {
        try await ProviderOffice.with { (office) async throws in
            var jar: [String] = []
            func begin(to goal: String) async throws -> TestResponse {
                var headers = HTTPFields.page
                headers[.cookie] = (["desktap-language=en"] + jar).joined(separator: "; ")
                let answer = try await office.web.send(.get, Address.oidc(to: goal), headers: headers)
                jar.removeAll { cookie in answer.removedCookies.contains { cookie.hasPrefix($0 + "=") } }
                jar += answer.authorizationRequests
                return answer
            }
            for count in 1...PendingAuthorizations.maximumCount {
                #expect(try await begin(to: "/me").removedCookies.isEmpty)
                #expect(jar.count == count)
            }
            let oldest = jar[0]
            _ = try await begin(to: "/me")
            #expect(jar.count == PendingAuthorizations.maximumCount && !jar.contains(oldest))
            // Long addresses: fewer.
            for _ in 1...3 { _ = try await begin(to: "/me?" + String(repeating: "x", count: 1900)) }
            let length = jar.reduce(0) { $0 + $1.utf8.count }
            #expect((2...3).contains(jar.count) && length < 8000, "\(jar.count) \(length)")
        }
    }

    @Test func `With oidc-sign-out-by-post the sign-out continues by a form, and no address contains the ID token`()
        async throws
    {
        try await ProviderOffice.with(settings: { $0.signsOutByPost = true }) { (office) async throws in
            let answer = try await office.signIn()
            let cookies = [office.web.services.cookies.session.name, "__Secure-desktap-provider"].compactMap {
                answer.cookie($0)
            }
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
            // All other pages submit forms to this server only.
            let page = try await office.web.send(.get, "/sign-in", headers: .page)
            #expect(page.headers[.contentSecurityPolicy]?.contains("form-action 'self';") == true)
        }
    }

    @Test func `A fresh sign-in through a provider needs a fresh authentication there`() async throws {
        try await ProviderOffice.with { (office) async throws in
            let web = office.web
            func again(_ age: Double) async throws -> TestResponse {
                let second = Double(web.clock.now().millisecondsSince1970) / 1000
                await office.provider.behave { $0.claims = ["auth_time": .number(second - age)] }
                let begun = try await web.send(.get, Address.oidc(to: "/me", isRenewal: true), headers: .page)
                let address = try #require(begun.headers[.location])
                #expect(address.hasSuffix("&prompt=login&max_age=0"))
                return try await office.finish(
                    try await office.provider.signIn(at: address), begun.authorizationRequests.first)
            }
            #expect(try await again(3600).status == .badRequest)
            #expect(office.log.lines.contains { $0.contains("did not sign in again at the provider") })
            for age in [0.0, 30] { #expect(try await again(age).status == .seeOther) }
            // An old authentication suffices for a normal sign-in, but the session's time of authentication is old.
            let second = Double(web.clock.now().millisecondsSince1970) / 1000
            await office.provider.behave { $0.claims = ["auth_time": .number(second - 3600)] }
            let answer = try await office.signIn()
            let name = web.services.cookies.session.name
            let token = try #require(answer.cookie(name)).dropFirst(name.count + 1)
            let session = try await web.services.access.session(withToken: String(token), now: web.clock.now())
            #expect(session?.authenticatedAt.seconds == Int64(second) - 3600)
        }
    }

    @Test(arguments: [nil, 0, -1])
    func `A provider that does not say when a person signed in gives no fresh sign-in`(time: Double?) async throws {
        try await ProviderOffice.with(settings: { try $0.setRoles("administrator=Staff") }) { (office) async throws in
            let web = office.web
            await office.provider.behave { behaviour in
                behaviour.claims = ["groups": .array([.string("Staff")])]
                if let time { behaviour.claims["auth_time"] = .number(time) }
            }
            let issuer = await office.provider.issuer
            #expect(try await web.office.store.sessions.sendsAuthenticationTime(issuer) == nil)
            let session = try #require(try await office.signIn().cookie(web.services.cookies.session.name))
            var headers: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
            headers[.cookie] = session
            let link = try await web.send(.post, "/admin/people/ada/sign-in-link", headers: headers)
            #expect((link.status, link.json["reason"]) == (.forbidden, "fresh_sign_in_needed"), "\(link.text)")
            #expect(try await web.office.store.sessions.sendsAuthenticationTime(issuer) == false)
            // The person cannot get further by asking the provider again, and learns what to do instead.
            let begun = try await web.send(.get, Address.oidc(to: "/admin", isRenewal: true), headers: .page)
            let again = try await office.finish(
                try await office.provider.signIn(at: try #require(begun.headers[.location])),
                begun.authorizationRequests.first)
            #expect(again.status == .forbidden && again.text.contains("does not say when you signed in"), "\(again.text)")
            try await office.expectNoSession(again)
        }
    }

    @Test func `An authentication time in the far future counts as now`() async throws {
        try await ProviderOffice.with { (office) async throws in
            office.web.clock.stop()
            await office.provider.behave { $0.claims = ["auth_time": .number(1e300)] }
            let name = office.web.services.cookies.session.name
            let token = try #require(try await office.signIn().cookie(name)).dropFirst(name.count + 1)
            let now = office.web.clock.now()
            let session = try await office.web.services.access.session(withToken: String(token), now: now)
            #expect(session?.authenticatedAt == now)
        }
    }

    @Test func `A session that a provider started ends after oidc-session-length`() async throws {
        try await ProviderOffice.with(settings: { $0.sessionLength = .seconds(3600) }) { (office) async throws in
            let answer = try await office.signIn()
            let cookie = try #require(answer.cookie(office.web.services.cookies.session.name))
            #expect(answer.headers[values: .setCookie].contains { $0.hasPrefix(cookie) && $0.contains("Max-Age=3600;") })
            office.web.clock.advance(by: .seconds(3500))
            #expect(try await office.web.send(.get, Address.me, headers: [.cookie: cookie]).status == .ok)
            office.web.clock.advance(by: .seconds(100))
            #expect(try await office.web.send(.get, Address.me, headers: [.cookie: cookie]).status == .unauthorized)
        }
    }

    @Test func `The settings for new people and for a required group limit who signs in through a provider`() async throws {
        try await ProviderOffice.with(settings: {
            $0.addsNewPeople = false
            $0.requiredGroup = "DeskTap"
        }) { (office) async throws in
            try await office.expectNoSession(try await office.signIn())
            await office.provider.behave { $0.claims = ["groups": .array([.string("DeskTap")])] }
            let unknown = try await office.signIn()
            #expect(unknown.status == .forbidden && unknown.text.contains("Your account is not linked to DeskTap."))
            #expect(unknown.text.contains("Your ID at the identity provider: 248289761001."), "\(unknown.text)")
            try await office.web.office.store.identities.link(
                userName: "ada", issuer: await office.provider.issuer, subject: "248289761001", now: office.web.clock.now())
            #expect(try await office.person(try await office.signIn())?.userName == "ada")
            await office.provider.behave { $0.claims = ["groups": .array([])] }
            try await office.expectNoSession(try await office.signIn())
            for (line, part) in zip(
                office.log.lines,
                ["in the group 'DeskTap'", "person identity USER SUBJECT", "in the group 'DeskTap'"])
            { #expect(line.contains(part), "\(office.log.lines)") }
            #expect(office.log.lines.count == 3)
        }
    }

    @Test func `A sign-in without the groups of an unavailable userinfo endpoint keeps the role and is logged`() async throws {
        try await ProviderOffice.with(settings: { try $0.setRoles("hr=Staff") }) { (office) async throws in
            await office.provider.behave {
                $0.userInfo = ["sub": .string(TestProvider.subject), "groups": .array([.string("Staff")])]
                $0.userInfoSignature = .good
            }
            #expect(try await office.person(try await office.signIn())?.role == .hr)
            await office.provider.behave {
                $0.userInfo = [:]
                $0.userInfoStatus = .serviceUnavailable
            }
            #expect(try await office.person(try await office.signIn())?.role == .hr)
            let line = "without optional claims: the userinfo response is invalid: status 503"
            #expect(office.log.lines.last?.contains(line) == true, "\(office.log.lines)")
        }
    }

    @Test func `Simultaneous first sign-ins through a provider create one account`() async throws {
        try await ProviderOffice.with { (office) async throws in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 1...10 {
                    group.addTask { () async throws in #expect(try await office.signIn().status == .seeOther) }
                }
                try await group.waitForAll()
            }
            #expect(try await office.web.office.value("select count(*)::text from person where user_name = 'nia'") == "1")
        }
    }

    @Test func `The sign-in page names the provider, and the sign-out continues there`() async throws {
        try await ProviderOffice.with { (office) async throws in
            let page = try await office.web.send(.get, "/sign-in?to=/me", headers: .page)
            #expect(page.text.contains("Harbour account") && page.text.contains("/auth/oidc?to=%2Fme"))
            let answer = try await office.signIn()
            let cookies = [office.web.services.cookies.session.name, "__Secure-desktap-provider"].compactMap {
                answer.cookie($0)
            }
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
            // Cached pages are cleared, but not the taps that a phone stores.
            let clear = try #require(HTTPField.Name("Clear-Site-Data"))
            #expect(out.headers[clear] == "\"cache\"")
            #expect(try await office.web.send(.post, Address.signOut, as: "ada").headers[clear] == "\"cache\"")
            // A session that a link started does not exist at the provider.
            #expect(try await office.web.send(.post, Address.signOut, as: "ada").headers[.location] == Address.signIn)
        }
    }
}
