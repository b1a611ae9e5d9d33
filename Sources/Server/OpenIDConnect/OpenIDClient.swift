package import FoundationEssentials

/// A client of one OpenID provider: the authorization code flow (OpenID Connect Core 1.0, 3.1) with PKCE (RFC 7636), and logout.
package struct OpenIDClient: Sendable {
    package let configuration: ClientConfiguration
    private let sealer: AuthorizationRequestSealer
    private let discovery: DiscoveryCache
    private let timeout: Duration

    /// - Parameters:
    ///   - sealingKey: 32 random bytes that all server processes share.
    ///   - timeout: for each response of the provider.
    package init(_ configuration: ClientConfiguration, sealingKey: [UInt8], timeout: Duration) {
        self.configuration = configuration
        self.timeout = timeout
        sealer = AuthorizationRequestSealer(key: sealingKey, issuer: configuration.issuer)
        discovery = DiscoveryCache(issuer: configuration.issuer, timeout: timeout)
    }

    /// Creates an authorization request.
    /// - Parameters:
    ///   - returnAddress: a value of the caller, which ``authenticate(_:sealedRequest:now:)`` returns.
    ///   - requiresLogin: whether the person must authenticate again, even if the provider has a session (`prompt=login`, `max_age=0`).
    /// - Returns: the URL to which the browser is redirected, and the sealed request, which the browser stores for at most
    ///   ``AuthorizationRequest/lifetime`` under its id. A browser can have several requests at the same time.
    /// - Throws: ``OpenIDConnectError``.
    package func authorizationRequest(
        returnAddress: String, requiresLogin: Bool, now: Date
    ) async throws -> (id: String, url: String, sealed: String) {
        let metadata = try await discovery.current(now: now).metadata
        let request = AuthorizationRequest(returnAddress: returnAddress, requiresLogin: requiresLogin, now: now)
        return (
            AuthorizationRequest.id(state: request.state),
            request.parameters(configuration).appended(to: metadata.authorizationEndpoint), try sealer.seal(request)
        )
    }

    /// Completes a sign-in.
    /// - Parameter sealedRequest: what the browser stored; nil if it has nothing.
    /// - Throws: ``OpenIDConnectError``.
    package func authenticate(
        _ response: AuthorizationResponse, sealedRequest: String?, now: Date
    ) async throws -> AuthenticatedUser {
        guard let request = sealedRequest.flatMap(sealer.open) else { throw OpenIDConnectError.missingRequest }
        try request.checkAge(now: now)
        guard response.state?.equalsInConstantTime(request.state) == true else { throw OpenIDConnectError.wrongState }
        let provider = try await discovery.current(now: now)
        let issuer = response.issuer
        guard issuer == configuration.issuer || (issuer == nil && !provider.metadata.sendsIssuerParameter) else {
            throw OpenIDConnectError.wrongResponseIssuer
        }
        if let error = response.error { throw OpenIDConnectError.authorizationDenied(error: error) }
        guard let code = response.code, !code.isEmpty else { throw OpenIDConnectError.missingCode }
        return try await ProviderHTTPClient.with(timeout: timeout) { client in
            try await authenticate(code: code, request, provider, client, now: now)
        }
    }

    /// Validates a logout token of this provider for this client. The caller checks that its identifier is new.
    /// - Throws: ``OpenIDConnectError``.
    package func logoutToken(_ token: String, now: Date) async throws -> LogoutToken {
        let (claims, _) = try await verify(token, try await discovery.current(now: now), now: now)
        return try validator(now).validateLogoutToken(claims)
    }

    /// - Parameter idToken: that of the sign-in. Without it some providers ask the person, and others do nothing.
    /// - Returns: nil if the provider has no such endpoint or is unavailable.
    package func endSessionRequest(idToken: String, now: Date) async -> EndSessionRequest? {
        guard let endpoint = try? await discovery.current(now: now).metadata.endSessionEndpoint else { return nil }
        return EndSessionRequest(endpoint: endpoint, idToken: idToken, configuration)
    }

    private func authenticate(
        code: String, _ request: AuthorizationRequest, _ provider: DiscoveryCache.Entry, _ client: ProviderHTTPClient, now: Date
    ) async throws -> AuthenticatedUser {
        let tokenEndpoint = TokenEndpoint(metadata: provider.metadata, configuration: configuration, client: client)
        let tokens = try await tokenEndpoint.tokens(code: code, codeVerifier: request.codeVerifier)
        let (signedClaims, provider) = try await verify(tokens.idToken, provider, now: now)
        let subject = try validator(now).validateIDToken(signedClaims, nonce: request.nonce)
        if request.requiresLogin {
            let requestTime = Date(timeIntervalSince1970: TimeInterval(request.createdAt))
            try validator(now).validateReauthentication(signedClaims, since: requestTime)
        }
        var claims = signedClaims
        var userInfoError: OpenIDConnectError?
        if let address = provider.metadata.userInfoEndpoint, let accessToken = tokens.accessToken, isIncomplete(claims) {
            let endpoint = UserInfoEndpoint(address: address, client: client, validator: validator(now)) { token in
                try await verify(token, provider, now: now).0
            }
            do {
                let more = try await endpoint.claims(of: subject, accessToken: accessToken)
                claims.add(more)
            } catch let error as OpenIDConnectError where configuration.neededClaims.allSatisfy(signedClaims.has) {
                userInfoError = error
            }
        }
        return AuthenticatedUser(
            subject: subject, claims: claims, userInfoError: userInfoError, idToken: tokens.idToken,
            returnAddress: request.returnAddress)
    }

    private func isIncomplete(_ claims: Claims) -> Bool {
        (configuration.neededClaims + configuration.optionalClaims).contains { !claims.has($0) }
    }

    /// The claims of a token that the provider signed, and the metadata that is current afterwards.
    private func verify(
        _ token: String, _ provider: DiscoveryCache.Entry, now: Date
    ) async throws -> (Claims, DiscoveryCache.Entry) {
        do {
            return (try await provider.keys.verify(token), provider)
        } catch OpenIDConnectError.unknownKey(let key) {
            // The provider may have started to sign with a new key.
            guard let refreshed = try await discovery.refreshed(now: now) else { throw OpenIDConnectError.unknownKey(key) }
            return (try await refreshed.keys.verify(token), refreshed)
        }
    }

    private func validator(_ now: Date) -> TokenValidator {
        TokenValidator(issuer: configuration.issuer, clientID: configuration.clientID, now: now)
    }
}
