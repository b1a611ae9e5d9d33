@testable import AttendanceWeb

import HTTPTypes
import HummingbirdTesting
import TestProvider
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Refused sign-ins through a provider` {
    /// Failures of each kind: part of the log line, status, sentence of the page, and the provider's behaviour.
    static let refusals: [(String, HTTPResponse.Status, String, @Sendable (inout TestProvider.Behaviour) -> Void)] = [
        (
            "the token's nonce differs", .badRequest, "The sign-in failed. Start again.",
            { $0.claims = ["nonce": .string("another")] }
        ),
        (
            "the provider denied the request: access_denied", .badRequest, "The sign-in failed. Start again.",
            { $0.callback = ["code": nil, "error": "access_denied"] }
        ),
        (
            "the user name at the provider is not a valid user name", .forbidden,
            "Your user name at the identity provider cannot be a user name in DeskTap. Ask an administrator.",
            { $0.claims = ["preferred_username": .string("ni\u{200B}a")] }
        ),
        (
            "the user name at the provider has more than 128 characters", .forbidden,
            "Your user name at the identity provider has more than 128 characters. Ask an administrator.",
            { $0.claims = ["preferred_username": .string(String(repeating: "n", count: 129))] }
        ),
        (
            "the provider's token endpoint is unavailable: status 502", .serviceUnavailable,
            "The identity provider is not responding.", { $0.tokenStatus = .badGateway }
        ),
    ]

    @Test(arguments: refusals.indices)
    func `A refused sign-in starts no session, shows a generic message and logs the reason without secrets`(
        index: Int
    ) async throws {
        let (line, status, sentence, behaviour) = Self.refusals[index]
        try await ProviderOffice.with { (office) async throws in
            await office.provider.behave(behaviour)
            let answer = try await office.signIn()
            #expect(answer.status == status && answer.text.contains(sentence), "\(answer.text)")
            try await office.expectNoSession(answer)
            let lines = office.log.lines
            #expect(lines.count == 1 && lines[0].contains(line), "\(lines)")
            #expect(lines[0].hasPrefix("warning sign-in through \(await office.provider.issuer) refused: "))
            #expect(!lines[0].contains("eyJ") && !lines[0].contains(TestProvider.secret))
        }
    }

    @Test func `An invalid discovery document refuses sign-ins for five seconds`() async throws {
        try await ProviderOffice.with { (office) async throws in
            await office.provider.behave { $0.discovery = ["issuer": "https://evil.example"] }
            let answer = try await office.web.send(.get, Address.oidc, headers: .page)
            #expect(answer.status == .serviceUnavailable && answer.authorizationRequests.isEmpty)
            #expect(office.log.lines.count == 1 && office.log.lines[0].contains("its issuer is 'https://evil.example'"))
            await office.provider.behave { _ in }
            office.web.clock.advance(by: .seconds(5))
            #expect(try await office.signIn().status == .seeOther)
        }
    }
}
