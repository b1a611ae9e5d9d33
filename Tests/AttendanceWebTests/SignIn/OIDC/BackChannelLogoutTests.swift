@testable import AttendanceWeb

import Attendance
import AttendanceStore
import Foundation
import HTTPTypes
import HummingbirdTesting
import JSON
import OpenIDConnect
import TestClients
import TestOffice
import TestProvider
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Back-channel logout` {
    /// Signs Nia in. - Returns: her browser's cookie.
    private func signIn(_ office: ProviderOffice, session: String? = nil) async throws -> String {
        await office.provider.behave { if let session { $0.claims = ["sid": .string(session)] } }
        let answer = try await office.signIn()
        await office.provider.behave { _ in }
        return try #require(answer.cookie(office.web.services.cookies.session.name), "\(answer.text)")
    }

    private func send(_ office: ProviderOffice, _ token: String?) async throws -> TestResponse {
        try await office.web.send(
            .post, Address.backChannelLogout, headers: [.contentType: "application/x-www-form-urlencoded"],
            body: token.map { "logout_token=\($0)" })
    }

    private func isSignedIn(_ office: ProviderOffice, _ cookie: String) async throws -> Bool {
        try await office.web.send(.get, Address.me, headers: [.cookie: cookie]).status == .ok
    }

    @Test func `A back-channel logout with a session ends only this session`() async throws {
        try await ProviderOffice.with { (office) async throws in
            let (first, second) = (try await signIn(office, session: "s-1"), try await signIn(office, session: "s-2"))
            let ada = try await office.web.cookie("ada")
            let answer = try await send(office, try await office.provider.logoutToken(["sid": .string("s-1")]))
            #expect(answer.status == .ok && answer.headers[.cacheControl] == "no-store")
            #expect(try await !isSignedIn(office, first))
            #expect(try await isSignedIn(office, second))
            // A token without a subject is accepted.
            let bare = try await office.provider.logoutToken(["sub": nil, "sid": .string("s-2")])
            #expect(try await send(office, bare).status == .ok)
            #expect(try await !isSignedIn(office, second))
            #expect(try await isSignedIn(office, ada))
        }
    }

    @Test func `A back-channel logout without a session ends all sessions of the subject, their phones and their streams`()
        async throws
    {
        try await ProviderOffice.with { (office) async throws in
            let web = office.web
            let cookies = [try await signIn(office, session: "s-1"), try await signIn(office)]
            let page = try await web.send(.post, Address.addPhone, headers: [.accept: "text/html", .cookie: cookies[0]]).text
            let link = try #require(page.firstMatch(of: /id="code-link">https:\/\/[^\/]+([^<]+)</)).output.1
            let phone = try #require(
                try await web.send(.post, String(link), headers: .page).cookie(web.services.cookies.session.name))
            let nia = try await web.office.store.people.person(userName: "nia").id
            // A session that an administrator's link started does not belong to the provider.
            let other = try await web.cookie("nia")
            try await TestWebServer.with(web) { (server) async throws in
                let viewer = RawConnection(port: server.port)
                try viewer.send("GET /api/presence/stream HTTP/1.1\r\nHost: x\r\nCookie: \(phone)\r\n\r\n")
                try await viewer.read(until: "event: snapshot")
                #expect(try await send(office, try await office.provider.logoutToken()).status == .ok)
                // The stream ends with the next heartbeat, when the cached session has expired.
                web.clock.advance(by: AccessCache.lifetime + .seconds(1))
                #expect(try await viewer.readToEnd().hasSuffix("\r\n0\r\n\r\n"))
            }
            for cookie in cookies + [phone] { #expect(try await !isSignedIn(office, cookie)) }
            #expect(try await isSignedIn(office, other))
            #expect(try await web.office.store.sessions.devices(of: nia, now: web.clock.now()).count == 1)
            #expect(office.log.lines.contains { $0.contains("sessions ended: 3") }, "\(office.log.lines)")
        }
    }

    @Test func `A logout token with an invalid claim ends no session, and the log names the claim`() async throws {
        try await ProviderOffice.with { (office) async throws in
            let cookie = try await signIn(office, session: "s-1")
            for (claims, line): ([String: JSONValue?], String) in [
                (["aud": .string("another")], "another audience"), (["jti": nil], "no usable claim 'jti'"),
            ] {
                let answer = try await send(office, try await office.provider.logoutToken(claims))
                #expect(answer.status == .badRequest && answer.json == ["error": "invalid_request"])
                let refused = "warning logout by \(await office.provider.issuer) refused: "
                #expect(office.log.lines.contains { $0.hasPrefix(refused) && $0.contains(line) }, "\(office.log.lines)")
            }
            #expect(try await isSignedIn(office, cookie))
        }
    }

    @Test func `A logout request is refused with a used token, another signature, no token or another site as its origin`()
        async throws
    {
        try await ProviderOffice.with { (office) async throws in
            let token = try await office.provider.logoutToken(["sid": .string("s-1")])
            #expect(try await send(office, token).status == .ok)
            let cookie = try await signIn(office, session: "s-1")
            #expect(try await send(office, token).status == .badRequest)
            #expect(office.log.lines.contains { $0.contains("was used before") }, "\(office.log.lines)")
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
            // A page of another site cannot send it through a browser.
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

    /// A signature is verified before the claims are read, and a header without nesting.
    @Test(arguments: [(String(repeating: "[", count: 480) + String(repeating: "]", count: 480), 11), ("0", 4500)])
    func `Without the provider's key, no token costs much more than a plain one`(part: String, count: Int) async throws {
        try await ProviderOffice.with { (office) async throws in
            let good = try await office.provider.logoutToken().split(separator: ".").map(String.init)
            func forged(_ json: String) -> [String] {
                let part = Data(json.utf8).base64URL
                return ["\(good[0]).\(part).\(good[2])", "\(part).\(good[1]).\(good[2])"]
            }
            let costly = "{\"a\":[\(Array(repeating: part, count: count).joined(separator: ","))]}"
            let plain = "{\"a\":\"\(String(repeating: "x", count: costly.utf8.count))\"}"
            for (plain, costly) in zip(forged(plain), forged(costly)) {
                func milliseconds(_ token: String) async throws -> Double {
                    try await ProcessorTime.of {
                        let answer = try await send(office, token)
                        #expect(answer.status == .badRequest)
                    }
                }
                _ = try await milliseconds(plain)
                let (spent, least) = (try await milliseconds(costly), try await milliseconds(plain))
                #expect(spent < 5 * least, "\(spent) ms, a plain token \(least) ms")
            }
        }
    }
}
