package import Attendance
import Postgres

/// Single-use sign-in links, including the link for the first administrator.
package struct SignInLinkStore: Sendable {
    /// How long a sign-in link is valid by default. Messages of the command show this value in hours; SigningIn.md and
    /// Installation.md repeat it.
    package static let lifetime = Duration.seconds(24 * 3600)
    /// The maximum for a link whose lifetime counts from a first day to come. SigningIn.md repeats it.
    package static let longestLifetime = Duration.seconds(60 * 86_400)
    /// The days for which an administrator can make links valid.
    package static let validDays: ClosedRange<Int64> = 1...14

    let pool: PostgresPool
    let privileged: PrivilegedSessions

    /// Creates a link that signs the person in once, and logs it.
    /// - Parameter session: the person's own session that displays the link. The link is valid only while the session is.
    /// - Returns: the link's token.
    package func addSignInLink(
        for person: PersonID, lifetime: Duration = SignInLinkStore.lifetime, by author: ChangeAuthor = .command,
        in session: SessionID? = nil,
        now: Instant
    ) async throws -> Secret {
        try await pool.withTransaction { connection in
            try await Self.addSignInLink(for: person, lifetime: lifetime, by: author, in: session, now: now, connection)
        }
    }

    /// Creates a link for each of the people in one transaction, and logs it.
    /// - Returns: the links' tokens, in the order of the people.
    package func addSignInLinks(
        for people: [(id: PersonID, lifetime: Duration)], by author: ChangeAuthor, now: Instant
    ) async throws -> [Secret] {
        try await pool.withTransaction { connection in
            var secrets: [Secret] = []
            for person in people {
                secrets.append(
                    try await Self.addSignInLink(
                        for: person.id, lifetime: person.lifetime, by: author, in: nil, now: now, connection))
            }
            return secrets
        }
    }

    private static func addSignInLink(
        for person: PersonID, lifetime: Duration, by author: ChangeAuthor, in session: SessionID?, now: Instant,
        _ connection: PostgresConnection
    ) async throws -> Secret {
        let secret = Secret()
        let expiry = PostgresTimestamp(now + lifetime)
        try await connection.query(
            "SignIn/insert_sign_in_link",
            [
                "token_hash": secret.hash, "person": person, "expires_at": expiry, "author": author.person,
                "session": session,
            ])
        try await AdminLogEntry.note(.signInLink, old: nil, new: nil, of: person, by: author, now: now, connection)
        return secret
    }

    /// The number of a person's unused links, and when the last one expires; nil: there is none. Without the links that the
    /// person's own session displays.
    package func openLinks(of person: PersonID, now: Instant) async throws -> (count: Int64, until: Instant)? {
        let row = try await pool.query(
            "SignIn/open_links_of_person", ["person": person, "now": PostgresTimestamp(now)])[0]
        let count = try row.get("count", as: Int64.self)
        return try row.instantIfPresent("until").map { (count: count, until: $0) }
    }

    /// Withdraws a person's unused links, and logs it. Links that the person's own session displays stay valid.
    /// - Returns: the number of withdrawn links.
    package func withdrawLinks(of person: PersonID, by author: ChangeAuthor, now: Instant) async throws -> Int {
        try await pool.withTransaction { connection in
            let count = try await connection.query(
                "SignIn/withdraw_sign_in_links", ["now": PostgresTimestamp(now), "person": person]
            ).count
            if count > 0 {
                try await AdminLogEntry.note(
                    .signInLink, old: "\(count)", new: nil, of: person, by: author, now: now, connection)
            }
            return count
        }
    }

    /// The person whom the link signs in; nil if it is unknown, used, withdrawn or expired. Does not consume the link.
    package func owner(ofSignInLink token: String, now: Instant) async throws -> Person? {
        try await pool.query(
            "SignIn/sign_in_link",
            [
                "token_hash": Secret.hash(token), "now": PostgresTimestamp(now), "began_since": SessionStore.limits(now).begun,
                "privileged_began_since": privileged.limits(now).begun,
            ]
        ).first.map(Person.init)
    }

    /// Consumes the link.
    /// - Returns: nil if it is unknown, used, withdrawn or expired.
    package func useSignInLink(_ token: String, now: Instant) async throws -> UsedLink? {
        try await pool.query(
            "SignIn/use_sign_in_link",
            [
                "now": PostgresTimestamp(now), "token_hash": Secret.hash(token), "began_since": SessionStore.limits(now).begun,
                "privileged_began_since": privileged.limits(now).begun,
            ]
        ).first.map(UsedLink.init)
    }
}
