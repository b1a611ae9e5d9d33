@testable import AttendanceWeb

import HTTPTypes
import HummingbirdTesting
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `A provider's answer` {
    /// What a good provider may do, too.
    static let varieties: [(String, @Sendable (inout TestProvider.Behaviour) -> Void)] = [
        ("a clock ahead", { $0.times = ["exp": 355, "iat": 55, "nbf": 55] }),
        ("a clock behind", { $0.times = ["exp": -55, "iat": -355] }),
        ("fractions of a second", { $0.times = ["exp": 300.5, "iat": -0.25, "auth_time": -3.75] }),
        ("a key without a name", { $0.signature = .goodWithoutName }),
        (
            "several audiences",
            { $0.claims = ["aud": .list([.text("x"), .text(TestProvider.client)]), "azp": .text(TestProvider.client)] }
        ),
        ("a list of one audience", { $0.claims = ["aud": .list([.text(TestProvider.client)])] }),
        ("no issuer in its answer", { $0.callback = ["iss": nil] }),
        ("claims that mean nothing here", { $0.claims = ["address": .other, "x": .flag(true), "session_state": .text("x")] }),
        (
            "the name by userinfo",
            {
                $0.claims = ["name": nil]
                $0.userInfo = ["sub": .text("248289761001"), "name": .text("Nia Sol")]
            }
        ),
    ]

    @Test(arguments: varieties.indices)
    func `is good where it is only said differently`(index: Int) async throws {
        let (name, behaviour) = Self.varieties[index]
        try await ProviderOffice.with { (office) async throws in
            await office.provider.behave(behaviour)
            let answer = try await office.signIn()
            #expect(try await office.person(answer)?.displayName == "Nia Sol", "\(name): \(office.log.lines)")
        }
    }

    /// What is refused, and what the log says of it.
    static let refusals: [(String, @Sendable (inout TestProvider.Behaviour) -> Void)] = [
        ("the ID token's nonce is not the one", { $0.claims = ["nonce": .text("another")] }),
        ("the ID token's nonce is not the one", { $0.claims = ["nonce": nil] }),
        ("the state is not the one", { $0.callback = ["state": "another"] }),
        ("the state is not the one", { $0.callback = ["state": nil] }),
        ("the answer names another issuer", { $0.callback = ["iss": "https://evil.example"] }),
        ("of another issuer: 'https://evil.example'", { $0.claims = ["iss": .text("https://evil.example")] }),
        ("of another issuer: 'none'", { $0.claims = ["iss": nil] }),
        ("for another audience: [\"another\"]", { $0.claims = ["aud": .text("another")] }),
        ("for another audience: []", { $0.claims = ["aud": nil] }),
        ("to another party: 'none'", { $0.claims = ["aud": .list([.text("x"), .text(TestProvider.client)])] }),
        ("to another party: 'x'", { $0.claims = ["azp": .text("x")] }),
        ("has expired", { $0.times = ["exp": -65, "iat": -365] }),
        ("no usable claim 'exp'", { $0.claims = ["exp": nil] }),
        ("no usable claim 'exp'", { $0.claims = ["exp": .text("never")] }),
        ("no usable claim 'iat'", { $0.claims = ["iat": nil] }),
        ("not valid yet by its claim 'nbf'", { $0.times["nbf"] = 65 }),
        ("not valid yet by its claim 'iat'", { $0.times["iat"] = 65 }),
        ("no usable claim 'sub'", { $0.claims = ["sub": nil] }),
        ("no usable claim 'sub'", { $0.claims = ["sub": .text(String(repeating: "a", count: 256))] }),
        ("the algorithm 'none', which is not allowed", { $0.signature = .none }),
        ("the algorithm 'HS256', which is not allowed", { $0.signature = .publicKeyAsSecret }),
        ("the ID token's signature is wrong", { $0.signature = .otherKeyOfThisName }),
        ("does not publish: 'unheard-of'", { $0.signature = .unpublishedKey }),
        ("demands an extension", { $0.header = ["crit": .array([.string("x")])] }),
        ("the provider refuses: access_denied", { $0.callback = ["code": nil, "error": "access_denied"] }),
        ("it has no code", { $0.callback = ["code": nil] }),
        ("does not take the code: status 400, invalid_grant", { $0.callback = ["code": "guessed"] }),
        ("does not take the code: status 418", { $0.tokenStatus = .init(code: 418) }),
        ("does not take the code: status 303", { $0.delivery = .redirect }),
        (
            "is about another subject",
            {
                $0.userInfo = ["sub": .text("1")]; $0.claims = ["name": nil]
            }
        ),
        (
            "is about another subject",
            {
                $0.userInfo = ["name": .text("Eve")]; $0.claims = ["name": nil]
            }
        ),
        ("the user name ' nia' cannot be one here", { $0.claims = ["preferred_username": .text(" nia")] }),
    ]

    @Test(arguments: refusals.indices)
    func `is refused calmly where something is wrong, and the log says what`(index: Int) async throws {
        let (line, behaviour) = Self.refusals[index]
        try await ProviderOffice.with { (office) async throws in
            await office.provider.behave(behaviour)
            let answer = try await office.signIn()
            #expect(answer.status == .badRequest)
            #expect(answer.text.contains("That sign-in did not work. Please begin again."))
            try await office.expectNobody(answer)
            let lines = office.log.lines
            #expect(lines.count == 1 && lines[0].contains(line), "\(lines)")
            #expect(lines[0].hasPrefix("warning sign-in by \(await office.provider.issuer) refused: "))
            #expect(!lines[0].contains("eyJ") && !lines[0].contains(TestProvider.secret))
        }
    }

    /// When the provider cannot be used at all just now.
    static let absences: [(String, @Sendable (inout TestProvider.Behaviour) -> Void)] = [
        ("the provider's token cannot be had: it takes longer", { $0.delivery = .never }),
        ("the provider's token cannot be had: it takes longer", { $0.delivery = .aByteNowAndThen }),
        ("the provider's token cannot be had: it is longer", { $0.delivery = .endless }),
        ("the provider's token cannot be had: status 502", { $0.tokenStatus = .badGateway }),
    ]

    @Test(arguments: absences.indices)
    func `that does not come, or never ends, is waited for no longer`(index: Int) async throws {
        let (line, behaviour) = Self.absences[index]
        try await ProviderOffice.with(timeout: .seconds(index < 2 ? 5 : 60)) { (office) async throws in
            await office.provider.behave(behaviour)
            let answer = try await office.signIn()
            #expect(answer.status == .serviceUnavailable)
            #expect(answer.text.contains("The sign-in service does not answer just now."))
            try await office.expectNobody(answer)
            #expect(office.log.lines.count == 1 && office.log.lines[0].contains(line), "\(office.log.lines)")
        }
    }

    @Test(arguments: [
        ("issuer", "https://evil.example", "it is that of 'https://evil.example'"),
        ("token_endpoint", "http://evil.example/token", "'http://evil.example/token' is not an https address"),
        ("jwks_uri", "file:///etc/passwd", "is not an https address"),
        ("end_session_endpoint", "javascript:alert(1)", "is not an https address"),
        ("authorization_endpoint", "https://a.example/\"><script>", "is not an https address"),
    ])
    func `is not asked for while the provider says odd things of itself`(
        member: String, value: String, line: String
    ) async throws {
        try await ProviderOffice.with { (office) async throws in
            await office.provider.behave { $0.discovery = [member: value] }
            let answer = try await office.web.send(.get, Address.oidc, headers: .page)
            #expect(answer.status == .serviceUnavailable && answer.cookie("__Host-desktap-oidc") == nil)
            #expect(office.log.lines.count == 1 && office.log.lines[0].contains(line), "\(office.log.lines)")
            await office.provider.behave { _ in }
            // A failed look answers everybody for five seconds.
            office.web.clock.goOn(seconds: 5)
            #expect(try await office.signIn().status == .seeOther)
        }
    }
}
