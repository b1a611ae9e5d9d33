import FoundationEssentials

/// Validates the claims of tokens whose signature is already verified.
struct TokenValidator {
    let issuer: String
    let clientID: String
    let now: Date

    /// The accepted difference between the provider's clock and ours.
    static let clockSkew = Duration.seconds(60)

    /// Validates an ID token (OpenID Connect Core 1.0, 3.1.3.7).
    /// - Returns: the subject.
    func validateIDToken(_ claims: Claims, nonce: String) throws(OpenIDConnectError) -> String {
        let audience = try validateParties(claims)
        guard claims["azp"] == nil ? audience.count == 1 : claims.string("azp") == clientID else {
            throw .wrongAuthorizedParty(claims.string("azp"))
        }
        guard let expiry = claims.date("exp") else { throw .missingClaim("exp") }
        guard now < expiry + Self.clockSkew else { throw .expired }
        _ = try issueTime(claims)
        if claims["nbf"] != nil {
            guard let notBefore = claims.date("nbf") else { throw .missingClaim("nbf") }
            guard notBefore <= now + Self.clockSkew else { throw .notYetValid(claim: "nbf") }
        }
        guard claims.string("nonce")?.equalsInConstantTime(nonce) == true else { throw .wrongNonce }
        guard let subject = claims.string("sub"), subject.unicodeScalars.count <= 255, !subject.unicodeScalars.contains("\0")
        else {
            throw .missingClaim("sub")
        }
        return subject
    }

    /// Validates the ID token of a request that demanded a fresh sign-in. The request passes through the browser, where a
    /// person could remove `prompt=login` from it.
    /// - Parameter requestTime: when the authorization request was created.
    func validateReauthentication(_ claims: Claims, since requestTime: Date) throws(OpenIDConnectError) {
        guard let authenticationTime = claims.authenticationTime else { throw .missingAuthenticationTime }
        guard authenticationTime >= requestTime - Self.clockSkew else { throw .notReauthenticated }
    }

    /// Validates a logout token (OpenID Connect Back-Channel Logout 1.0, 2.4 and 2.6), except for a reuse of its `jti`. Drafts
    /// of the specification before 2022 have no `exp`.
    func validateLogoutToken(_ claims: Claims) throws(OpenIDConnectError) -> LogoutToken {
        _ = try validateParties(claims)
        guard try issueTime(claims) > now - LogoutToken.lifetime else { throw .expired }
        if claims["exp"] != nil {
            guard let expiry = claims.date("exp") else { throw .missingClaim("exp") }
            guard now < expiry + Self.clockSkew else { throw .expired }
        }
        guard claims.members("events")?.contains(LogoutToken.event) == true else { throw .missingClaim("events") }
        // Only ID tokens have a nonce. Neither kind is accepted as the other.
        guard claims["nonce"] == nil else { throw .nonceInLogoutToken }
        guard let id = try claims.identifier("jti") else { throw .missingClaim("jti") }
        let (subject, sessionID) = (try claims.identifier("sub"), try claims.identifier("sid"))
        guard subject != nil || sessionID != nil else { throw .missingClaim("sub") }
        return LogoutToken(subject: subject, sessionID: sessionID, id: id)
    }

    /// Validates a signed userinfo response (OpenID Connect Core 1.0, 5.3.2), whose `iss` and `aud` are optional.
    func validateUserInfo(_ claims: Claims) throws(OpenIDConnectError) {
        if claims["iss"] != nil, claims.string("iss") != issuer { throw .wrongIssuer(claims.string("iss")) }
        if claims["aud"] != nil {
            let audience = claims.strings("aud") ?? []
            guard audience.contains(clientID) else { throw .wrongAudience(audience) }
        }
    }

    /// Validates `iss` and `aud`.
    /// - Returns: all audiences.
    private func validateParties(_ claims: Claims) throws(OpenIDConnectError) -> [String] {
        guard claims.string("iss") == issuer else { throw .wrongIssuer(claims.string("iss")) }
        let audience = claims.strings("aud") ?? []
        guard audience.contains(clientID) else { throw .wrongAudience(audience) }
        return audience
    }

    private func issueTime(_ claims: Claims) throws(OpenIDConnectError) -> Date {
        guard let issueTime = claims.date("iat") else { throw .missingClaim("iat") }
        guard issueTime <= now + Self.clockSkew else { throw .notYetValid(claim: "iat") }
        return issueTime
    }
}
