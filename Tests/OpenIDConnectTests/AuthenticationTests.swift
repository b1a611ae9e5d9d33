@testable import OpenIDConnect

import Foundation
import JSON
import TestProvider
import Testing

@Suite(.timeLimit(.minutes(10))) struct `Authentication at a provider` {
    /// Forms in which providers send valid responses.
    static let validResponses: [(String, @Sendable (inout TestProvider.Behaviour) -> Void)] = [
        ("as usual", { _ in }),
        ("a clock ahead", { $0.times = ["exp": 355, "iat": 55, "nbf": 55] }),
        ("a clock behind", { $0.times = ["exp": -55, "iat": -355] }),
        ("fractions of a second", { $0.times = ["exp": 300.5, "iat": -0.25, "auth_time": -3.75] }),
        ("a key without an identifier", { $0.signature = .goodWithoutName }),
        (
            "several audiences",
            { $0.claims = ["aud": .array([.string("x"), .string(TestProvider.client)]), "azp": .string(TestProvider.client)] }
        ),
        ("a list of one audience", { $0.claims = ["aud": .array([.string(TestProvider.client)])] }),
        ("no issuer in the authorization response", { $0.callback = ["iss": nil] }),
        ("unused claims", { $0.claims = ["address": .null, "x": .boolean(true), "session_state": .string("x")] }),
        (
            "the name from userinfo",
            {
                $0.claims = ["name": nil]
                $0.userInfo = ["sub": .string(TestProvider.subject), "name": .string("Nia Sol")]
            }
        ),
        (
            "an empty name in the ID token",
            {
                $0.claims = ["name": .string("")]
                $0.userInfo = ["sub": .string(TestProvider.subject), "name": .string("Nia Sol")]
            }
        ),
        (
            "a name of null in the ID token",
            {
                $0.claims = ["name": .some(.null)]
                $0.userInfo = ["sub": .string(TestProvider.subject), "name": .string("Nia Sol")]
            }
        ),
        (
            "the name from userinfo as a signed token",
            {
                $0.claims = ["name": nil]
                $0.userInfo = ["sub": .string(TestProvider.subject), "name": .string("Nia Sol")]
                $0.userInfoSignature = .good
            }
        ),
        (
            "the name from userinfo as a signed token for this client",
            {
                $0.claims = ["name": nil]
                $0.userInfo = [
                    "sub": .string(TestProvider.subject), "name": .string("Nia Sol"),
                    "aud": .array([.string("x"), .string(TestProvider.client)]),
                ]
                $0.userInfoSignature = .goodWithoutName
            }
        ),
    ]

    @Test(arguments: validResponses.indices)
    func `A valid response is accepted in every form that providers send`(index: Int) async throws {
        let (name, behaviour) = Self.validResponses[index]
        try await TestClient.with { (test) async throws in
            await test.provider.behave(behaviour)
            let user = try await test.signIn()
            #expect(user.subject == TestProvider.subject && user.claims.string("name") == "Nia Sol", "\(name)")
            #expect(user.returnAddress == "/me", "\(name)")
        }
    }

    @Test func `A public client redeems its code with PKCE alone`() async throws {
        try await TestClient.with(secret: nil) { (test) async throws in
            #expect(try await test.signIn().subject == TestProvider.subject)
        }
    }

    @Test func `A wrong client secret is refused by the provider and reported`() async throws {
        try await TestClient.with(secret: "wrong") { (test) async throws in
            #expect(try await test.signInError() == .codeRejected(status: 400, error: "invalid_client"))
        }
    }

    /// Invalid responses, and what the log says.
    static let invalidResponses: [(String, @Sendable (inout TestProvider.Behaviour) -> Void)] = [
        ("the token's nonce differs", { $0.claims = ["nonce": .string("another")] }),
        ("the token's nonce differs", { $0.claims = ["nonce": nil] }),
        ("the state differs", { $0.callback = ["state": "another"] }),
        ("the state differs", { $0.callback = ["state": nil] }),
        ("names another issuer", { $0.callback = ["iss": "https://evil.example"] }),
        ("another issuer: 'https://evil.example'", { $0.claims = ["iss": .string("https://evil.example")] }),
        ("another issuer: 'none'", { $0.claims = ["iss": nil] }),
        ("another audience: [\"another\"]", { $0.claims = ["aud": .string("another")] }),
        ("another audience: []", { $0.claims = ["aud": nil] }),
        (
            "another authorized party: 'none'",
            { $0.claims = ["aud": .array([.string("x"), .string(TestProvider.client)])] }
        ),
        ("another authorized party: 'x'", { $0.claims = ["azp": .string("x")] }),
        ("has expired", { $0.times = ["exp": -65, "iat": -365] }),
        ("no usable claim 'exp'", { $0.claims = ["exp": nil] }),
        ("no usable claim 'exp'", { $0.claims = ["exp": .string("never")] }),
        ("no usable claim 'iat'", { $0.claims = ["iat": nil] }),
        ("its claim 'nbf' is in the future", { $0.times["nbf"] = 65 }),
        ("its claim 'iat' is in the future", { $0.times["iat"] = 65 }),
        ("no usable claim 'sub'", { $0.claims = ["sub": nil] }),
        ("no usable claim 'sub'", { $0.claims = ["sub": .string(String(repeating: "a", count: 256))] }),
        ("the algorithm 'none', which is not allowed", { $0.signature = .none }),
        ("the algorithm 'HS256', which is not allowed", { $0.signature = .publicKeyAsSecret }),
        ("the token's signature is invalid", { $0.signature = .otherKeyOfThisName }),
        ("not in the provider's key set: 'unheard-of'", { $0.signature = .unpublishedKey }),
        ("requires an unknown extension", { $0.isHeaderCritical = true }),
        ("the provider denied the request: access_denied", { $0.callback = ["code": nil, "error": "access_denied"] }),
        ("has no code", { $0.callback = ["code": nil] }),
        ("rejected the code: status 400, invalid_grant", { $0.callback = ["code": "guessed"] }),
        ("rejected the code: status 418", { $0.tokenStatus = .init(code: 418) }),
        ("rejected the code: status 303", { $0.delivery = .redirect }),
        (
            "is about another subject",
            {
                $0.userInfo = ["sub": .string("1")]
                $0.claims = ["name": nil]
            }
        ),
        (
            "is about another subject",
            {
                $0.userInfo = ["name": .string("Eve")]
                $0.claims = ["name": nil]
            }
        ),
    ]

    @Test(arguments: invalidResponses.indices)
    func `An invalid response is refused, and the error names the failed check`(index: Int) async throws {
        let (line, behaviour) = Self.invalidResponses[index]
        try await TestClient.with { (test) async throws in
            await test.provider.behave(behaviour)
            let error = try #require(try await test.signInError(), "accepted: \(line)")
            #expect("\(error)".contains(line) && !error.isProviderUnavailable, "\(error)")
            // No token and no secret.
            #expect(!"\(error)".contains("eyJ") && !"\(error)".contains(TestProvider.secret))
        }
    }

    /// Faults of the userinfo endpoint, and what the log says.
    static let userInfoFaults: [(String, @Sendable (inout TestProvider.Behaviour) -> Void)] = [
        ("the userinfo response is invalid: status 503", { $0.userInfoStatus = .serviceUnavailable }),
        ("is about another subject", { $0.userInfo?["sub"] = .string("1") }),
        ("the token's signature is invalid", { $0.userInfoSignature = .otherKeyOfThisName }),
        ("the algorithm 'none', which is not allowed", { $0.userInfoSignature = TestProvider.Behaviour.Signature.none }),
        (
            "another issuer: 'https://evil.example'",
            {
                $0.userInfoSignature = .good
                $0.userInfo?["iss"] = .string("https://evil.example")
            }
        ),
        (
            "another audience: [\"another\"]",
            {
                $0.userInfoSignature = .good
                $0.userInfo?["aud"] = .string("another")
            }
        ),
    ]

    @Test(arguments: userInfoFaults.indices)
    func `A fault of userinfo ends a sign-in only if the ID token lacks a needed claim`(index: Int) async throws {
        let (line, behaviour) = Self.userInfoFaults[index]
        try await TestClient.with { (test) async throws in
            func behave(_ claims: [String: JSONValue?]) async {
                await test.provider.behave {
                    $0.claims = claims
                    $0.userInfo = [
                        "sub": .string(TestProvider.subject), "name": .string("Eve"), "groups": .array([.string("HR")]),
                    ]
                    behaviour(&$0)
                }
            }
            await behave([:])
            let user = try await test.signIn()
            #expect(user.claims.string("name") == "Nia Sol" && user.claims["groups"] == nil)
            #expect(user.userInfoError.map { "\($0)".contains(line) } == true, "\(String(describing: user.userInfoError))")
            await behave(["name": nil])
            let error = try await test.signInError()
            #expect(error != nil && error == user.userInfoError)
        }
    }

    @Test func `Groups from userinfo as a signed token are read`() async throws {
        try await TestClient.with { (test) async throws in
            await test.provider.behave {
                $0.userInfo = ["sub": .string(TestProvider.subject), "groups": .array([.string("HR")])]
                $0.userInfoSignature = .good
            }
            let user = try await test.signIn()
            #expect(user.claims.strings("groups") == ["HR"] && user.userInfoError == nil)
        }
    }

    /// Failures of the token endpoint, with the timeout in seconds.
    static let failures: [(String, Int, @Sendable (inout TestProvider.Behaviour) -> Void)] = [
        ("the provider's token endpoint is unavailable: no complete response within 5", 5, { $0.delivery = .never }),
        ("the provider's token endpoint is unavailable: no complete response within 5", 5, { $0.delivery = .aByteNowAndThen }),
        ("the provider's token endpoint is unavailable: the response is longer", 60, { $0.delivery = .endless }),
        ("the provider's token endpoint is unavailable: status 502", 60, { $0.tokenStatus = .badGateway }),
    ]

    @Test(arguments: failures.indices)
    func `A token response that never arrives or never ends makes the provider unavailable`(index: Int) async throws {
        let (line, timeout, behaviour) = Self.failures[index]
        try await TestClient.with(timeout: .seconds(timeout)) { (test) async throws in
            await test.provider.behave(behaviour)
            let error = try #require(try await test.signInError())
            #expect("\(error)".contains(line) && error.isProviderUnavailable, "\(error)")
        }
    }

    @Test func `An authorization request is valid for ten minutes`() async throws {
        try await TestClient.with { (test) async throws in
            let error = try await test.signInError(after: -601, validatedAfter: 601)
            #expect(error == .requestExpired && error?.description.contains("older than 10 minutes") == true)
            #expect(try await test.signInError(after: -600, validatedAfter: 600) == nil)
            #expect(try await test.signInError(after: 1, validatedAfter: -1) == .requestExpired)
        }
    }

    @Test func `A fresh sign-in demands the time of authentication, and an older or unknown one is refused`() async throws {
        try await TestClient.with { (test) async throws in
            func signIn(_ age: TimeInterval) async throws {
                let time = TestClient.noon.timeIntervalSince1970
                await test.provider.behave { $0.claims = ["auth_time": .number(time - age)] }
                _ = try await test.signIn(requiresLogin: true)
            }
            let request = try await test.client.authorizationRequest(
                returnAddress: "/me", requiresLogin: true, now: TestClient.noon)
            #expect(request.url.hasSuffix("&prompt=login&max_age=0"))
            await #expect(throws: OpenIDConnectError.notReauthenticated) { try await signIn(3600) }
            for age in [0.0, 30] { try await signIn(age) }
            await test.provider.behave { $0.claims = [:] }
            await #expect(throws: OpenIDConnectError.missingAuthenticationTime) {
                _ = try await test.signIn(requiresLogin: true)
            }
            // Accepted if no fresh sign-in was requested.
            await test.provider.behave { $0.claims = ["auth_time": .number(TestClient.noon.timeIntervalSince1970 - 3600)] }
            #expect(try await test.signIn().claims.authenticationTime == TestClient.noon - 3600)
        }
    }
}
