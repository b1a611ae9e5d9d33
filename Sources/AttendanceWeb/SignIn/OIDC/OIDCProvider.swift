import AsyncHTTPClient
import Attendance
import AttendanceStore
import FoundationEssentials
import NIOCore

/// Signing in by an OpenID provider: the authorization code flow (OpenID Connect Core 1.0, 3.1) with PKCE (RFC 7636).
package struct OIDCProvider: Sendable {
    let settings: OIDCSettings
    private let publicURL: String
    private let seal: AttemptSeal
    private let documents: ProviderDocuments
    private let timeout: Duration

    /// - Parameters:
    ///   - publicURL: how browsers reach this server, without a slash at the end.
    ///   - key: 32 random bytes that all server processes share.
    ///   - timeout: for each of the provider's answers.
    package init(_ settings: OIDCSettings, publicURL: String, key: [UInt8], timeout: Duration = .seconds(10)) {
        self.settings = settings
        self.publicURL = publicURL
        self.timeout = timeout
        seal = AttemptSeal(key: key, issuer: settings.issuer)
        documents = ProviderDocuments(issuer: settings.issuer, timeout: timeout)
    }

    /// Where the provider sends browsers back to; it has to know this address.
    var redirectURI: String { publicURL + Address.oidcCallback }

    /// Begins an attempt.
    /// - Returns: where the browser goes, and what it keeps meanwhile.
    /// - Throws: ``OIDCProblem``.
    /// - Parameter isAgain: whether the person is to prove anew who they are, although the provider may know it.
    func begin(
        to address: ReturnAddress, isAgain: Bool = false, now: Instant
    ) async throws -> (address: String, cookie: String) {
        let metadata = try await documents.current(now: now).metadata
        let attempt = SignInAttempt(to: address, isAgain: isAgain, now: now)
        var question = [
            ("response_type", "code"), ("client_id", settings.clientID), ("redirect_uri", redirectURI),
            ("scope", settings.scopes), ("state", attempt.state), ("nonce", attempt.nonce),
            ("code_challenge", attempt.challenge), ("code_challenge_method", "S256"),
        ]
        if isAgain { question.append(("prompt", "login")) }
        return (Self.address(metadata.authorizationEndpoint, Address.query(question)), try seal.close(attempt))
    }

    /// What a good attempt ends with.
    struct Finished: Sendable {
        /// What the provider says of whoever signed in.
        let claims: Claims
        let idToken: String
        /// Where they wanted to go.
        let address: ReturnAddress
    }

    /// Ends an attempt with the provider's answer.
    /// - Parameters:
    ///   - query: of the address that the provider sent the browser back to.
    ///   - cookie: what the browser kept.
    /// - Throws: ``OIDCProblem``.
    func finish(_ query: String?, cookie: String?, now: Instant) async throws -> Finished {
        // Codes are longer than what else stands in addresses.
        guard let answer = try? QueryParameters(query, maximumLength: 4096, maximumQueryLength: 8192) else {
            throw OIDCProblem.badCallback("its query cannot be read")
        }
        guard let attempt = cookie.flatMap(seal.open) else { throw OIDCProblem.noAttempt }
        try attempt.checkAge(now: now)
        guard let state = answer["state"], state.isSame(as: attempt.state) else { throw OIDCProblem.wrongState }
        var documents = try await documents.current(now: now)
        let issuer = answer["iss"]
        guard issuer == settings.issuer || (issuer == nil && !documents.metadata.namesItself) else {
            throw OIDCProblem.wrongIssuerParameter
        }
        if let error = answer["error"] { throw OIDCProblem.refusedByProvider(OIDCProblem.shown(error, limit: 60)) }
        guard let code = answer["code"], !code.isEmpty else { throw OIDCProblem.badCallback("it has no code") }

        return try await ProviderConnection.with(timeout: timeout) { connection in
            let tokens = try await tokens(for: code, attempt, documents.metadata, connection)
            var claims = try await verified(tokens.idToken, &documents, now: now)
            try claims.check(issuer: settings.issuer, client: settings.clientID, nonce: attempt.nonce, now: now)
            if attempt.isAgain == true { try claims.checkAuthentication(since: attempt.begun) }
            try await complete(&claims, tokens.accessToken, documents.metadata, connection)
            return Finished(claims: claims, idToken: tokens.idToken, address: ReturnAddress(attempt.address) ?? .map)
        }
    }

    /// What a logout token ends.
    /// - Throws: ``OIDCProblem`` for a token that is not the provider's, or no logout token for this server.
    func logout(_ token: String, now: Instant) async throws -> Logout {
        var documents = try await documents.current(now: now)
        let claims = try await verified(token, &documents, now: now)
        return try claims.logout(issuer: settings.issuer, client: settings.clientID, now: now)
    }

    /// What a token says that the provider signed.
    private func verified(
        _ token: String, _ documents: inout ProviderDocuments.Documents, now: Instant
    ) async throws -> Claims {
        do {
            return try await documents.keys.verify(token)
        } catch OIDCProblem.unknownKey(let key) {
            // The provider may have begun to sign with another key.
            guard let renewed = try await self.documents.renewed(now: now) else { throw OIDCProblem.unknownKey(key) }
            documents = renewed
            return try await documents.keys.verify(token)
        }
    }

    /// Where a browser ends its session at the provider too, and what it says there.
    struct EndOfSession: Sendable {
        let endpoint: String
        let fields: [(name: String, value: String)]
        /// With all fields, where the browser goes there by a link.
        var address: String { OIDCProvider.address(endpoint, Address.query(fields.map { ($0.name, $0.value) })) }
    }

    /// - Parameter idToken: the one of the sign-in, without which some providers ask whether it is meant, and some do nothing.
    /// - Returns: nil where the provider has no such place or does not answer (OpenID Connect RP-Initiated Logout 1.0, 2).
    func endOfSession(_ idToken: String, now: Instant) async -> EndOfSession? {
        guard let endpoint = try? await documents.current(now: now).metadata.endSessionEndpoint else { return nil }
        return EndOfSession(
            endpoint: endpoint,
            fields: [
                ("client_id", settings.clientID), ("id_token_hint", idToken),
                ("post_logout_redirect_uri", publicURL + Address.signIn),
            ])
    }

    // MARK: The provider's endpoints

    private struct Tokens: Decodable {
        let idToken: String
        let accessToken: String?

        private enum CodingKeys: String, CodingKey {
            case idToken = "id_token"
            case accessToken = "access_token"
        }
    }

    private struct Refusal: Decodable { let error: String? }

    private func tokens(
        for code: String, _ attempt: SignInAttempt, _ metadata: ProviderMetadata, _ connection: ProviderConnection
    ) async throws -> Tokens {
        var fields = [
            ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", redirectURI),
            ("code_verifier", attempt.verifier),
        ]
        var request = HTTPClientRequest(url: metadata.tokenEndpoint)
        request.method = .POST
        request.headers.add(name: "Content-Type", value: "application/x-www-form-urlencoded")
        if let secret = settings.clientSecret, metadata.tokenEndpointMethods.contains("client_secret_basic") {
            // Both are form-encoded first (RFC 6749, 2.3.1).
            let credentials = Address.percentEncoded(settings.clientID) + ":" + Address.percentEncoded(secret)
            request.headers.add(name: "Authorization", value: "Basic " + Data(credentials.utf8).base64EncodedString())
        } else {
            fields.append(("client_id", settings.clientID))
            if let secret = settings.clientSecret {
                guard metadata.tokenEndpointMethods.contains("client_secret_post") else {
                    throw OIDCProblem.badDiscovery("it takes the client's secret in no way that is known here")
                }
                fields.append(("client_secret", secret))
            }
        }
        request.body = .bytes(ByteBuffer(string: Address.query(fields)))
        let answer = try await connection.send(request, for: "token")
        let body = Data(answer.body.readableBytesView)
        guard answer.status == 200 else {
            if answer.status >= 500 { throw OIDCProblem.away(asked: "token", why: "status \(answer.status)") }
            let error = (try? JSONDecoder().decode(Refusal.self, from: body))?.error ?? "no reason given"
            throw OIDCProblem.codeRefused(status: answer.status, error: OIDCProblem.shown(error, limit: 60))
        }
        do {
            return try JSONDecoder().decode(Tokens.self, from: body)
        } catch {
            throw OIDCProblem.badTokenAnswer("it is not JSON, or has no ID token")
        }
    }

    /// Adds what the ID token leaves out and the userinfo endpoint tells (OpenID Connect Core 1.0, 5.3).
    private func complete(
        _ claims: inout Claims, _ accessToken: String?, _ metadata: ProviderMetadata, _ connection: ProviderConnection
    ) async throws {
        var needed = [settings.userClaim, "name"]
        if !settings.roles.isEmpty || !settings.teams.isEmpty || settings.requiredGroup != nil {
            needed.append(settings.groupsClaim)
        }
        guard needed.contains(where: { claims[$0] == nil }), let endpoint = metadata.userInfoEndpoint,
            let accessToken
        else { return }
        var request = HTTPClientRequest(url: endpoint)
        request.headers.add(name: "Authorization", value: "Bearer " + accessToken)
        let answer = try await connection.send(request, for: "userinfo")
        guard answer.status == 200 else { throw OIDCProblem.userInfo("status \(answer.status)") }
        guard let more = try? JSONDecoder().decode(Claims.self, from: Data(answer.body.readableBytesView)) else {
            throw OIDCProblem.userInfo("it is not a JSON object")
        }
        // Without this it could be about somebody else (5.3.2).
        guard more.text("sub") == claims.text("sub") else { throw OIDCProblem.userInfo("it is about another subject") }
        claims.values.merge(more.values) { signed, _ in signed }
    }

    // MARK: Addresses

    fileprivate static func address(_ endpoint: String, _ question: String) -> String {
        endpoint + (endpoint.contains("?") ? "&" : "?") + question
    }
}
