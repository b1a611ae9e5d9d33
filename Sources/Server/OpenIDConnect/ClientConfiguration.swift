/// How this server is registered as a client at one provider.
package struct ClientConfiguration: Sendable {
    /// The provider's issuer identifier. Its discovery document and tokens must contain exactly this text.
    package let issuer: String
    package let clientID: String
    /// Nil for a public client, which only PKCE protects.
    let clientSecret: String?
    /// Separated by spaces; contains `openid`.
    let scopes: String
    /// Where the provider redirects the browser with the authorization response.
    let redirectURI: String
    /// Where the provider redirects the browser after RP-Initiated Logout.
    let postLogoutRedirectURI: String
    /// Claims that are requested from the userinfo endpoint if the ID token lacks one of them. A sign-in then fails if the
    /// endpoint fails.
    let neededClaims: [String]
    /// Claims that are requested likewise, but a sign-in succeeds without them.
    let optionalClaims: [String]

    /// - Precondition: ``ProviderAddress/isIssuer(_:)`` holds for `issuer`.
    package init(
        issuer: String, clientID: String, clientSecret: String?, scopes: String, redirectURI: String,
        postLogoutRedirectURI: String, neededClaims: [String], optionalClaims: [String] = []
    ) {
        self.issuer = issuer
        self.clientID = clientID
        self.clientSecret = clientSecret
        self.scopes = scopes
        self.redirectURI = redirectURI
        self.postLogoutRedirectURI = postLogoutRedirectURI
        self.neededClaims = neededClaims
        self.optionalClaims = optionalClaims
    }
}
