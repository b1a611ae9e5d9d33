@testable import OpenIDConnect

import Foundation
import TestProvider

/// A client of a ``TestProvider``. The provider's clock stands at ``noon``; the client's time is an argument.
struct TestClient: Sendable {
    let provider: TestProvider
    let client: OpenIDClient

    static let noon = Date(timeIntervalSince1970: 1_774_000_000)
    private static let redirectURI = "https://desk.example.com/auth/callback"

    static func with(
        timeout: Duration = .seconds(60), secret: String? = TestProvider.secret, _ body: (TestClient) async throws -> Void
    ) async throws {
        try await TestProvider.with(redirectURI: redirectURI, now: { noon }) { provider in
            let configuration = ClientConfiguration(
                issuer: await provider.issuer, clientID: TestProvider.client, clientSecret: secret,
                scopes: "openid profile", redirectURI: redirectURI,
                postLogoutRedirectURI: "https://desk.example.com/sign-in", neededClaims: ["preferred_username", "name"],
                optionalClaims: ["groups"])
            let client = OpenIDClient(configuration, sealingKey: Array(0..<32), timeout: timeout)
            try await body(TestClient(provider: provider, client: client))
        }
    }

    /// A whole sign-in: the request, the provider's response, and its validation.
    func signIn(
        requiresLogin: Bool = false, after seconds: TimeInterval = 0, validatedAfter later: TimeInterval = 0
    ) async throws -> AuthenticatedUser {
        let now = Self.noon + seconds
        let request = try await client.authorizationRequest(returnAddress: "/me", requiresLogin: requiresLogin, now: now)
        let response = AuthorizationResponse(TestProvider.parameters(try await provider.signIn(at: request.url)))
        return try await client.authenticate(response, sealedRequest: request.sealed, now: now + later)
    }

    /// The error of a sign-in; nil if it succeeds.
    func signInError(after seconds: TimeInterval = 0, validatedAfter later: TimeInterval = 0) async throws
        -> OpenIDConnectError?
    {
        do {
            _ = try await signIn(after: seconds, validatedAfter: later)
            return nil
        } catch let error as OpenIDConnectError {
            return error
        }
    }
}
