package import Attendance
import Postgres

/// The way in which a person signed in.
package enum SignInWay: String, Sendable, CaseIterable {
    case link
    case password
    case provider
}

/// How long sessions of HR and administrators last at most.
package struct PrivilegedSessions: Sendable, Equatable {
    /// Without use. The last use is stored every few minutes.
    package let idle: Duration
    /// Since the sign-in.
    package let age: Duration

    /// 7 days without use.
    package static let usual = PrivilegedSessions(idle: .seconds(7 * 86_400), age: SignInSession.absoluteLifetime)
    /// OWASP ASVS 4.0, 3.3.2, level 2.
    package static let strict = PrivilegedSessions(idle: .seconds(30 * 60), age: .seconds(12 * 3600))

    /// As ``SessionStore/limits(_:)``.
    func limits(_ now: Instant) -> (used: PostgresTimestamp, begun: PostgresTimestamp) {
        (PostgresTimestamp(now - idle), PostgresTimestamp(now - age))
    }
}

extension Role {
    /// Whether sessions end early (``PrivilegedSessions``).
    package var isPrivileged: Bool { self == .hr || self == .administrator }
}

/// The session of a signed-in person. Requests contain its token, which the browser stores.
package struct SignInSession: Sendable, Equatable {
    package let id: SessionID
    package let person: Person
    /// Whether the request's token is the current one, not the previous one.
    package let isCurrent: Bool
    /// Whether the new token was not used yet, so that the previous one stays valid.
    let awaitsFirstUse: Bool
    let rotatedAt: Instant
    var usedAt: Instant
    /// When it ends in any case; nil: it ends by inactivity and age only.
    package let expiresAt: Instant?
    /// When the person last authenticated, in this session or in the session that displayed the code for this device.
    package let authenticatedAt: Instant
    let tokenHash: PostgresBytes

    /// An unused session ends after this time: 90 days.
    package static let idleLifetime = Duration.seconds(90 * 86_400)
    /// Every session ends after this time: a year.
    package static let absoluteLifetime = Duration.seconds(365 * 86_400)
    /// A token is rotated after this time: a day.
    package static let tokenLifetime = Duration.seconds(86_400)
    /// How long the previous token stays valid after the first use of the new one: for requests under way.
    static let overlap = Duration.seconds(60)

    /// How long a browser stores the token, in whole seconds: until the session ends without further use.
    package func cookieLifetime(at now: Instant) -> Duration { Self.cookieLifetime(until: expiresAt, at: now) }

    package static func cookieLifetime(until end: Instant?, at now: Instant) -> Duration {
        min(idleLifetime, end.map { max(.seconds(1), $0.wholeSeconds(since: now)) } ?? idleLifetime)
    }

    /// Whether the token must be rotated, or its rotation must be confirmed.
    package func needsRenewal(at now: Instant) -> Bool { isConfirmation || isRotation(at: now) }

    /// Whether this is the first use of the new token, which confirms that the browser received it.
    var isConfirmation: Bool { isCurrent && awaitsFirstUse }

    /// Whether the token must be rotated: it is too old, or the browser still sends the previous token, because it did not
    /// receive the new one.
    func isRotation(at now: Instant) -> Bool {
        let since = now.wholeSeconds(since: rotatedAt)
        return isCurrent ? since >= Self.tokenLifetime : awaitsFirstUse && since >= Self.overlap
    }

    /// Reads a row of `session_by_token`.
    init(_ row: PostgresRow, tokenHash: PostgresBytes) throws {
        person = try Person(row)
        id = try row.get("session_id")
        isCurrent = try row.get("is_current")
        awaitsFirstUse = try row.get("awaits_first_use")
        rotatedAt = try row.instant("rotated_at")
        usedAt = try row.instant("used_at")
        expiresAt = try row.instantIfPresent("expires_at")
        authenticatedAt = try row.instant("authenticated_at")
        self.tokenHash = tokenHash
    }
}
