import FoundationEssentials

/// A request that ends the browser's session at the provider (OpenID Connect RP-Initiated Logout 1.0, 2). The browser sends it
/// as a link (``url``) or as a form (``endpoint`` and ``fields``).
package struct EndSessionRequest: Sendable {
    package let endpoint: String
    private let parameters: FormParameters

    init(endpoint: String, idToken: String, _ configuration: ClientConfiguration) {
        self.endpoint = endpoint
        parameters = [
            "client_id": configuration.clientID, "id_token_hint": idToken,
            "post_logout_redirect_uri": configuration.postLogoutRedirectURI,
        ]
    }

    package var fields: [(name: String, value: String)] { parameters.fields }

    /// The endpoint with all fields in its query.
    package var url: String { parameters.appended(to: endpoint) }

    /// Scheme, host and port of the endpoint.
    package var origin: String {
        // The endpoint was validated when the discovery document was loaded.
        guard let scheme = endpoint.range(of: "://") else { return endpoint }
        let end = endpoint[scheme.upperBound...].firstIndex { "/?#".contains($0) } ?? endpoint.endIndex
        return String(endpoint[..<end])
    }
}
