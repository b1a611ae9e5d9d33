/// The parameters with which the provider redirects the browser back (OpenID Connect Core 1.0, 3.1.2.5 and 3.1.2.6).
package struct AuthorizationResponse: Sendable {
    let code: String?
    let state: String?
    /// The issuer that answers (RFC 9207).
    let issuer: String?
    let error: String?

    /// The ``OpenIDClient/authorizationRequest(returnAddress:requiresLogin:now:)`` that it answers; nil: it does not say.
    package var requestID: String? { state.map(AuthorizationRequest.id) }

    /// - Parameter parameters: the decoded query of the redirect URI, without repeated parameters.
    package init(_ parameters: [String: String]) {
        code = parameters["code"]
        state = parameters["state"]
        issuer = parameters["iss"]
        error = parameters["error"]
    }
}
