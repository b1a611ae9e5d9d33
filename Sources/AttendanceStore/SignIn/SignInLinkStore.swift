package import Attendance
import Postgres

/// Sign-in links, single use, also the one for the first administrator.
package struct SignInLinkStore: Sendable {
    /// How long a sign-in link is good for, in seconds.
    package static let signInLinkLifetime: Int64 = 24 * 3600

    let pool: PostgresPool

    /// Makes a link's secret part, and notes it in the account's log. It signs the person in once.
    /// - Parameters:
    ///   - lifetime: in seconds.
    ///   - session: the person's own session that shows the link; the link ends with it.
    package func addSignInLink(
        for person: Int64, lifetime: Int64 = signInLinkLifetime, by author: ChangeAuthor = .command, in session: Int64? = nil,
        now: Instant
    ) async throws -> Secret {
        let secret = Secret()
        let expiry = PostgresTimestamp(now.adding(seconds: lifetime))
        try await pool.withTransaction { connection in
            try await connection.query("SignIn/insert_sign_in_link", secret.hash, person, expiry, author.person, session)
            try await AuditStore.note(.signInLink, old: nil, new: nil, of: person, by: author, now: now, connection)
        }
        return secret
    }

    /// Whose link this is; nil where it is used up, expired or never was. Uses nothing up.
    package func owner(ofSignInLink token: String, now: Instant) async throws -> Person? {
        try await pool.query("SignIn/sign_in_link", Secret.hash(token), PostgresTimestamp(now)).first.map(Person.init)
    }

    /// Uses the link up and says whose it was.
    package func useSignInLink(_ token: String, now: Instant) async throws -> UsedLink? {
        try await pool.query("SignIn/use_sign_in_link", Secret.hash(token), PostgresTimestamp(now)).first.map(UsedLink.init)
    }
}
