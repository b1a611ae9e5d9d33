package import Attendance
import Postgres

/// What a session comes from besides the person: an identity provider, a link, or the session that showed the link.
package struct SessionOrigin: Sendable, Equatable {
    /// The identity provider that vouched for the person.
    package var issuer: String?
    /// The provider's own name for its session (the claim `sid`).
    package var providerSession: String?
    /// When the session ends in any case; nil: by use and age alone.
    package var expiresAt: Instant?
    /// Who made the link; nil: a command on the server, or there is no link.
    package var linkAuthor: Int64?
    /// When the person proved who they are; nil: now.
    package var authenticatedAt: Instant?

    package init(issuer: String? = nil, providerSession: String? = nil, expiresAt: Instant? = nil) {
        self.issuer = issuer
        self.providerSession = providerSession
        self.expiresAt = expiresAt
    }
}

/// A sign-in link that was used up just now.
package struct UsedLink: Sendable, Equatable {
    package let person: Person
    /// What the session that it begins comes from. A code for a phone hands on what the session comes from that showed it.
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
