/// A valid logout token: which sessions the provider ended (OpenID Connect Back-Channel Logout 1.0, 2.4).
package struct LogoutToken: Sendable, Equatable {
    /// Nil if ``sessionID`` identifies the session.
    package let subject: String?
    /// The provider's session (`sid`). Nil: all sessions of the subject.
    package let sessionID: String?
    /// The token's identifier (`jti`). The caller refuses a second token with the same identifier.
    package let id: String

    /// The maximum age, even if `exp` is later. Identifiers of used tokens must be stored for longer, because clocks differ.
    package static let lifetime = Duration.seconds(600)
    /// The member of `events` that marks a logout token.
    static let event = "http://schemas.openid.net/event/backchannel-logout"
}
