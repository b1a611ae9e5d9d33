/// Why the protocol failed. The associated values are for the log and contain no code, token or secret.
package enum OpenIDConnectError: Error, Equatable {
    // The provider is unavailable, or its configuration cannot be used.
    case connectionFailed(ProviderEndpoint, String)
    case timeout(ProviderEndpoint, Duration)
    /// The limit is in bytes.
    case responseTooLong(ProviderEndpoint, limit: Int)
    case errorStatus(ProviderEndpoint, UInt)
    case malformedKeySet
    case malformedMetadata
    /// The discovery document belongs to another issuer.
    case wrongMetadataIssuer(String)
    /// An address in the discovery document does not use https.
    case unsafeEndpoint(String)
    /// The provider supports no way to send the client secret that is implemented here.
    case unsupportedClientAuthentication

    // The authorization response
    case malformedResponse
    /// The browser has no cookie with an authorization request of this client.
    case missingRequest
    case requestExpired
    case wrongState
    /// The `iss` parameter names another issuer, or is missing although the provider always sends it (RFC 9207, 2.4).
    case wrongResponseIssuer
    case missingCode
    /// The provider's error response (OpenID Connect Core 1.0, 3.1.2.6).
    case authorizationDenied(error: String)

    // The token response
    case codeRejected(status: UInt, error: String?)
    case malformedTokenResponse

    // The ID token and the logout token
    case malformedToken
    case algorithmNotAllowed(String)
    case criticalHeader
    /// The key set has no such key. Nil: the token names no key, and the key set does not have exactly one that fits.
    case unknownKey(String?)
    case invalidSignature
    case wrongIssuer(String?)
    case wrongAudience([String])
    case wrongAuthorizedParty(String?)
    case expired
    case notYetValid(claim: String)
    case wrongNonce
    /// The claim is missing or has an unusable value.
    case missingClaim(String)
    /// A fresh sign-in was requested, and `auth_time` is before the request.
    case notReauthenticated
    /// A fresh sign-in was requested with `max_age`, and the token has no `auth_time` (OpenID Connect Core 1.0, 2).
    case missingAuthenticationTime
    case missingLogoutToken
    case nonceInLogoutToken
    case reusedLogoutToken

    // The userinfo response
    case userInfoStatus(UInt)
    case malformedUserInfo
    case wrongUserInfoSubject

    /// Whether the provider is unavailable or misconfigured, so that every sign-in fails at the moment.
    package var isProviderUnavailable: Bool {
        switch self {
        case .connectionFailed, .timeout, .responseTooLong, .errorStatus, .malformedKeySet, .malformedMetadata,
            .wrongMetadataIssuer, .unsafeEndpoint, .unsupportedClientAuthentication:
            true
        default: false
        }
    }
}
