@testable import AttendanceWeb

import AttendanceStore
import HTTPTypes
import HummingbirdTesting
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `A logout that the provider sends` {
    /// Signs Nia in. - Returns: her browser's cookie.
    private func signIn(_ office: ProviderOffice, session: String? = nil) async throws -> String {
        await office.provider.behave { if let session { $0.claims = ["sid": .text(session)] } }
        let answer = try await office.signIn()
        await office.provider.behave { _ in }
        return try #require(answer.cookie(office.web.services.sessionCookie.name), "\(answer.text)")
    }

    private func send(_ office: ProviderOffice, _ token: String?) async throws -> TestResponse {
        try await office.web.send(
            .post, Address.backChannelLogout, headers: [.contentType: "application/x-www-form-urlencoded"],
            body: token.map { "logout_token=\($0)" })
    }

    private func isSignedIn(_ office: ProviderOffice, _ cookie: String) async throws -> Bool {
        try await office.web.send(.get, Address.me, headers: [.cookie: cookie]).status == .ok
    }

    @Test func `ends the session that it names, and no other`() async throws {
        try await ProviderOffice.with { (office) async throws in
            let (first, second) = (try await signIn(office, session: "s-1"), try await signIn(office, session: "s-2"))
            let ada = try await office.web.cookie("ada")
            let answer = try await send(office, try await office.provider.logoutToken(["sid": .text("s-1")]))
            #expect(answer.status == .ok && answer.headers[.cacheControl] == "no-store")
            #expect(try await !isSignedIn(office, first))
            #expect(try await isSignedIn(office, second))
            // Without the subject, too.
            let bare = try await office.provider.logoutToken(["sub": nil, "sid": .text("s-2")])
            #expect(try await send(office, bare).status == .ok)
            #expect(try await !isSignedIn(office, second))
            #expect(try await isSignedIn(office, ada))
        }
    }

    @Test func `ends all sessions of the person where it names none, on phones too, and their streams`() async throws {
        try await ProviderOffice.with { (office) async throws in
            let web = office.web
            let cookies = [try await signIn(office, session: "s-1"), try await signIn(office)]
            let page = try await web.send(.post, Address.addPhone, headers: [.accept: "text/html", .cookie: cookies[0]]).text
            let link = try #require(page.firstMatch(of: /href="https:\/\/[^\/]+([^"]+)" data-link/)).output.1
            let phone = try #require(
                try await web.send(.post, String(link), headers: .page).cookie(web.services.sessionCookie.name))
            let nia = try await web.office.store.people.person(userName: "nia").id
            // A session that an administrator's link began is not the provider's.
            let other = try await web.cookie("nia")
            try await WebServer.with(web) { (server) async throws in
                let viewer = try RawConnection(port: server.port)
                try viewer.send("GET /api/presence/stream HTTP/1.1\r\nHost: x\r\nCookie: \(phone)\r\n\r\n")
                try await viewer.read(until: "event: snapshot")
                #expect(try await send(office, try await office.provider.logoutToken()).status == .ok)
                // It beats meanwhile; with a beat it is seen that nobody is signed in any more.
                web.clock.goOn(seconds: AccessCache.lifetime + 1)
                #expect(try await viewer.readToEnd().hasSuffix("\r\n0\r\n\r\n"))
            }
            for cookie in cookies + [phone] { #expect(try await !isSignedIn(office, cookie)) }
            #expect(try await isSignedIn(office, other))
            #expect(try await web.office.store.sessions.devices(of: nia, now: web.clock.now()).count == 1)
            #expect(office.log.lines.last?.contains("sessions ended: 3") == true, "\(office.log.lines)")
        }
    }

    /// What is refused, and what the log says of it.
    static let refusals: [([String: Claims.Value?], Double, String)] = [
        (["iss": .text("https://evil.example")], 0, "of another issuer"), (["iss": nil], 0, "of another issuer"),
        (["aud": .text("another")], 0, "for another audience"), (["aud": nil], 0, "for another audience"),
        (["iat": nil], 0, "no usable claim 'iat'"), ([:], 61, "not valid yet by its claim 'iat'"),
        (["exp": nil], -601, "has expired"), ([:], -181, "has expired"), (["exp": .text("never")], 0, "no usable claim 'exp'"),
        (["jti": nil], 0, "no usable claim 'jti'"), (["jti": .text("")], 0, "no usable claim 'jti'"),
        (["jti": .text(String(repeating: "a", count: 256))], 0, "no usable claim 'jti'"),
        (["events": nil], 0, "no usable claim 'events'"), (["events": .object([:])], 0, "no usable claim 'events'"),
        (["events": .text(Logout.event)], 0, "no usable claim 'events'"),
        (["nonce": .text("x")], 0, "the logout token has a nonce"), (["sub": nil], 0, "no usable claim 'sub'"),
        (["sub": .number(1)], 0, "no usable claim 'sub'"), (["sid": .text("")], 0, "no usable claim 'sid'"),
    ]

    @Test(arguments: refusals.indices)
    func `is refused where something is wrong, and the log says what`(index: Int) async throws {
        let (claims, seconds, line) = Self.refusals[index]
        try await ProviderOffice.with { (office) async throws in
            let cookie = try await signIn(office, session: "s-1")
            let answer = try await send(office, try await office.provider.logoutToken(claims, seconds: seconds))
            #expect(answer.status == .badRequest && answer.json == ["error": "invalid_request"])
            #expect(office.log.lines.last?.contains(line) == true, "\(office.log.lines)")
            #expect(try await isSignedIn(office, cookie))
        }
    }

    @Test func `is refused twice, from others' keys, as an ID token and where it is none`() async throws {
        try await ProviderOffice.with { (office) async throws in
            let token = try await office.provider.logoutToken(["sid": .text("s-1")])
            #expect(try await send(office, token).status == .ok)
            let cookie = try await signIn(office, session: "s-1")
            #expect(try await send(office, token).status == .badRequest)
            for signature in [
                TestProvider.Behaviour.Signature.none, .publicKeyAsSecret, .otherKeyOfThisName, .unpublishedKey,
            ] {
                await office.provider.behave { $0.signature = signature }
                #expect(try await send(office, try await office.provider.logoutToken()).status == .badRequest)
            }
            for wrong in [nil, "", "x", "a.b.c", String(repeating: "a", count: 16_000)] {
                #expect(try await send(office, wrong).status == .badRequest)
            }
            #expect(try await send(office, String(repeating: "a", count: 17_000)).status == .contentTooLarge)
            // No page of another site sends it by somebody's browser.
            await office.provider.behave { _ in }
            let good = try await office.provider.logoutToken()
            let crossSite = try await office.web.send(
                .post, Address.backChannelLogout,
                headers: [.contentType: "application/x-www-form-urlencoded", .origin: "https://evil.example"],
                body: "logout_token=\(good)")
            #expect(crossSite.status == .forbidden)
            #expect(try await isSignedIn(office, cookie))
        }
    }
}
