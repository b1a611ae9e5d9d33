extension OpenIDConnectError: CustomStringConvertible {
    /// One line for the log: the check that failed.
    package var description: String {
        switch self {
        case .connectionFailed(let endpoint, let reason):
            "the provider's \(endpoint.rawValue) is unavailable: \(LogText(reason))"
        case .timeout(let endpoint, let limit):
            "the provider's \(endpoint.rawValue) is unavailable: no complete response within \(limit)"
        case .responseTooLong(let endpoint, let limit):
            "the provider's \(endpoint.rawValue) is unavailable: the response is longer than \(limit) bytes"
        case .errorStatus(let endpoint, let status):
            "the provider's \(endpoint.rawValue) is unavailable: status \(status)"
        case .malformedKeySet: "the provider's key set is invalid: it is not a JSON object with a list of keys"
        case .malformedMetadata: "the provider's discovery document is invalid: it is not JSON or lacks an endpoint"
        case .wrongMetadataIssuer(let issuer):
            "the provider's discovery document is invalid: its issuer is '\(LogText(issuer))'"
        case .unsafeEndpoint(let address):
            "the provider's discovery document is invalid: '\(LogText(address))' is not an https address"
        case .unsupportedClientAuthentication:
            "the provider's discovery document is invalid: it offers neither client_secret_basic nor client_secret_post"

        case .malformedResponse: "the query of the authorization response cannot be read"
        case .missingRequest: "the browser has no cookie of an authorization request"
        case .requestExpired:
            "the authorization request is older than \(AuthorizationRequest.lifetime.components.seconds / 60) minutes"
        case .wrongState: "the state differs from that of the browser's authorization request"
        case .wrongResponseIssuer: "the authorization response names another issuer, or none although the provider sends it"
        case .missingCode: "the authorization response has no code"
        case .authorizationDenied(let error): "the provider denied the request: \(LogText(error, limit: 60))"

        case .codeRejected(let status, let error):
            "the token endpoint rejected the code: status \(status), \(LogText(error ?? "no reason given", limit: 60))"
        case .malformedTokenResponse: "the token response is not JSON or has no ID token"

        case .malformedToken: "the token is not a signed JWT"
        case .algorithmNotAllowed(let name):
            "the token is signed with the algorithm '\(LogText(name, limit: 20))', which is not allowed"
        case .criticalHeader: "the token's header requires an unknown extension"
        case .unknownKey(let name):
            "the token is signed with a key that is not in the provider's key set: '\(LogText(name ?? "unnamed"))'"
        case .invalidSignature: "the token's signature is invalid"
        case .wrongIssuer(let issuer): "the token has another issuer: '\(LogText(issuer ?? "none"))'"
        case .wrongAudience(let audience):
            "the token has another audience: \(audience.prefix(5).map { LogText($0).description })"
        case .wrongAuthorizedParty(let party): "the token has another authorized party: '\(LogText(party ?? "none"))'"
        case .expired: "the token has expired"
        case .notYetValid(let claim): "the token is not yet valid: its claim '\(claim)' is in the future"
        case .wrongNonce: "the token's nonce differs from that of the browser's authorization request"
        case .missingClaim(let claim): "the token has no usable claim '\(claim)'"
        case .notReauthenticated: "the person did not sign in again at the provider, although the request demanded it"
        case .missingAuthenticationTime:
            "the provider does not say when the person signed in (claim 'auth_time'), although the request demanded it"
        case .missingLogoutToken: "the request has no logout token"
        case .nonceInLogoutToken: "the logout token has a nonce, which only ID tokens have"
        case .reusedLogoutToken: "the logout token was used before"

        case .userInfoStatus(let status): "the userinfo response is invalid: status \(status)"
        case .malformedUserInfo: "the userinfo response is invalid: it is neither a JSON object nor a JWT (application/jwt)"
        case .wrongUserInfoSubject: "the userinfo response is invalid: it is about another subject"
        }
    }
}
