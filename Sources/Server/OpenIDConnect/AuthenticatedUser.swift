/// The result of a sign-in: the user whom the provider authenticated.
package struct AuthenticatedUser: Sendable {
    /// The provider's permanent identifier of the user (`sub`).
    package let subject: String
    /// The claims of the ID token, with the missing ones from the userinfo endpoint.
    package let claims: Claims
    /// Why the userinfo endpoint gave no claims, although the ID token lacks optional ones; for the log.
    package let userInfoError: OpenIDConnectError?
    /// The encoded ID token, for ``OpenIDClient/endSessionRequest(idToken:now:)``.
    package let idToken: String
    /// The value that the authorization request contained.
    package let returnAddress: String
}
