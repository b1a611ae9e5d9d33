@testable import OpenIDConnect

import Foundation
import JSON
import TestProvider
import Testing

@Suite(.timeLimit(.minutes(10))) struct `Logout tokens` {
    @Test func `A logout token names a session, a subject or both`() async throws {
        try await TestClient.with { (test) async throws in
            for (claims, subject, sessionID): ([String: JSONValue?], String?, String?) in [
                (["sid": .string("s-1")], TestProvider.subject, "s-1"), (["sub": nil, "sid": .string("s-2")], nil, "s-2"),
                ([:], TestProvider.subject, nil), (["exp": nil], TestProvider.subject, nil),
            ] {
                let text = try await test.provider.logoutToken(claims)
                let token = try await test.client.logoutToken(text, now: TestClient.noon)
                #expect(token.subject == subject && token.sessionID == sessionID && !token.id.isEmpty)
            }
        }
    }

    /// Invalid claims, the time of issue in seconds from now, and what the log says.
    static let invalidTokens: [([String: JSONValue?], Double, String)] = [
        (["iss": .string("https://evil.example")], 0, "another issuer"), (["iss": nil], 0, "another issuer"),
        (["aud": .string("another")], 0, "another audience"), (["aud": nil], 0, "another audience"),
        (["iat": nil], 0, "no usable claim 'iat'"), ([:], 61, "its claim 'iat' is in the future"),
        (["exp": nil], -601, "has expired"), ([:], -181, "has expired"),
        (["exp": .string("never")], 0, "no usable claim 'exp'"),
        (["jti": nil], 0, "no usable claim 'jti'"), (["jti": .string("")], 0, "no usable claim 'jti'"),
        (["jti": .string(String(repeating: "a", count: 256))], 0, "no usable claim 'jti'"),
        (["events": nil], 0, "no usable claim 'events'"), (["events": .object([:])], 0, "no usable claim 'events'"),
        (["events": .string(LogoutToken.event)], 0, "no usable claim 'events'"),
        (["nonce": .string("x")], 0, "the logout token has a nonce"), (["sub": nil], 0, "no usable claim 'sub'"),
        (["sub": .number(1)], 0, "no usable claim 'sub'"), (["sid": .string("")], 0, "no usable claim 'sid'"),
    ]

    @Test func `A logout token with a missing or invalid claim is refused, and the error names the claim`() async throws {
        try await TestClient.with { (test) async throws in
            for (claims, seconds, line) in Self.invalidTokens {
                let token = try await test.provider.logoutToken(claims, seconds: seconds)
                let error = await #expect(throws: OpenIDConnectError.self, "\(claims)") {
                    try await test.client.logoutToken(token, now: TestClient.noon)
                }
                #expect(error?.description.contains(line) == true, "\(claims): \(error.map { "\($0)" } ?? "accepted")")
            }
        }
    }

    @Test func `A logout token with another signature, and text that is no token, are refused`() async throws {
        try await TestClient.with { (test) async throws in
            for signature in [
                TestProvider.Behaviour.Signature.none, .publicKeyAsSecret, .otherKeyOfThisName, .unpublishedKey,
            ] {
                await test.provider.behave { $0.signature = signature }
                let token = try await test.provider.logoutToken()
                await #expect(throws: OpenIDConnectError.self) {
                    try await test.client.logoutToken(token, now: TestClient.noon)
                }
            }
            for text in ["", "x", "a.b.c", String(repeating: "a", count: 16_000)] {
                await #expect(throws: OpenIDConnectError.malformedToken) {
                    try await test.client.logoutToken(text, now: TestClient.noon)
                }
            }
        }
    }
}
