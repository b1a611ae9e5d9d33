@testable import AttendanceWeb

import AttendanceStore
import HTTPTypes
import HummingbirdTesting
import TestOffice
import TestProvider
import Testing

/// An office whose people sign in through a ``TestProvider``.
struct ProviderOffice: Sendable {
    let web: TestWeb
    let provider: TestProvider
    let log: CapturedLog

    static func with(
        timeout: Duration = .seconds(60), isPublic: Bool = false,
        settings: @Sendable (inout OIDCSettings) throws -> Void = { _ in }, _ body: (ProviderOffice) async throws -> Void
    ) async throws {
        let clock = TickingClock(TestOffice.noon)
        try await TestProvider.with(
            redirectURI: TestWeb.publicURL + Address.oidcCallback, now: { clock.now().date }
        ) { provider in
            var oidc = try OIDCSettings(
                issuer: await provider.issuer, name: "Harbour account", clientID: TestProvider.client,
                clientSecret: isPublic ? nil : TestProvider.secret)
            try settings(&oidc)
            let log = CapturedLog()
            try await TestWeb.with(oidc: (oidc, timeout), clock: clock, logger: log.logger) { (web) async throws in
                try await body(ProviderOffice(web: web, provider: provider, log: log))
            }
        }
    }

    /// Follows the button, signs in at the provider and follows its redirect.
    func signIn(to goal: String = "/me") async throws -> TestResponse {
        let (address, cookie) = try await begin(to: goal)
        return try await finish(try await provider.signIn(at: address), cookie)
    }

    /// - Parameter cookies: what the browser has already.
    func begin(to goal: String = "/me", cookies: String? = nil) async throws -> (address: String, cookie: String) {
        var headers = HTTPFields.page
        headers[.cookie] = cookies
        let answer = try await web.send(.get, Address.oidc(to: goal), headers: headers)
        let cookie = try #require(answer.authorizationRequests.first, "\(answer.text)")
        return (try #require(answer.headers[.location]), cookie)
    }

    func finish(_ query: String, _ cookie: String?) async throws -> TestResponse {
        var headers = HTTPFields.page
        headers[.cookie] = cookie
        return try await web.send(.get, "\(Address.oidcCallback)?\(query)", headers: headers)
    }

    /// The person whose session a response starts.
    func person(_ response: TestResponse) async throws -> Person? {
        let name = web.services.cookies.session.name
        guard let cookie = response.cookie(name) else { return nil }
        let token = String(cookie.dropFirst(name.count + 1))
        return try await web.services.access.session(withToken: token, now: web.clock.now())?.person
    }
}

extension TestResponse {
    /// The cookies of authorization requests that the response sets, as the browser sends them back.
    var authorizationRequests: [String] {
        headers[values: .setCookie].filter { $0.hasPrefix("__Host-desktap-oidc-") && !$0.contains("Max-Age=0") }
            .compactMap { $0.split(separator: ";").first.map(String.init) }
    }

    /// The names of cookies that the response removes.
    var removedCookies: [String] {
        headers[values: .setCookie].filter { $0.contains("Max-Age=0") }
            .compactMap { $0.split(separator: "=").first.map(String.init) }
    }

    /// A cookie that the response sets, as the browser sends it back.
    func cookie(_ name: String) -> String? {
        headers[values: .setCookie].first { $0.hasPrefix(name + "=") && !$0.contains("Max-Age=0") }?
            .split(separator: ";").first.map(String.init)
    }
}

extension ProviderOffice {
    /// Expects that a response starts no session.
    func expectNoSession(_ response: TestResponse) async throws {
        #expect(response.status != .seeOther)
        #expect(
            response.cookie(web.services.cookies.session.name) == nil && response.cookie("__Secure-desktap-provider") == nil)
    }
}
