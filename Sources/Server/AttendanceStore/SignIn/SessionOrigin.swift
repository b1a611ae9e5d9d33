package import Attendance
import Postgres

/// The origin of a session: an identity provider, a link, or the session that displayed the link.
package struct SessionOrigin: Sendable, Equatable {
    /// The identity provider that authenticated the person.
    package var issuer: String?
    /// The provider's own name for its session (the claim `sid`).
    package var providerSession: String?
    /// When the session ends in any case; nil: it ends by inactivity and age only.
    package var expiresAt: Instant?
    /// The author of the link; nil: a command on the server, or there is no link.
    package var linkAuthor: PersonID?
    /// When the person last authenticated; nil: now. ``Instant/unknownAuthentication`` if a provider does not say it.
    package var authenticatedAt: Instant?

    package init(issuer: String? = nil, providerSession: String? = nil, expiresAt: Instant? = nil) {
        self.issuer = issuer
        self.providerSession = providerSession
        self.expiresAt = expiresAt
    }
}

extension Instant {
    /// Long ago, so that the session is no fresh sign-in.
    package static let unknownAuthentication = Instant(millisecondsSince1970: 0)
}

/// A sign-in link that was just consumed.
package struct UsedLink: Sendable, Equatable {
    package let person: Person
    /// The origin of the new session. A code for a phone passes on the origin of the session that displayed it.
    package let origin: SessionOrigin

    init(_ row: PostgresRow) throws {
        person = try Person(row)
        var origin = SessionOrigin(
            issuer: try row.getIfPresent("issuer"), providerSession: try row.getIfPresent("provider_session"),
            expiresAt: try row.instantIfPresent("expires_at"))
        origin.linkAuthor = try row.getIfPresent("author_id")
        origin.authenticatedAt = try row.instantIfPresent("authenticated_at")
        self.origin = origin
    }
}
