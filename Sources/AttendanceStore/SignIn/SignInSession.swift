package import Attendance
import Postgres

/// What somebody signed in with.
package enum SignInWay: String, Sendable, CaseIterable {
    case link
    case password
    case provider
}

/// Somebody signed in, as one of their requests shows: by a token that their browser keeps.
package struct SignInSession: Sendable, Equatable {
    package let id: Int64
    package let person: Person
    /// Whether the token is the session's own, and not the one before.
    package let isCurrent: Bool
    /// Whether the token before is still good because nobody has used the new one.
    let awaitsFirstUse: Bool
    let rotatedAt: Instant
    var usedAt: Instant
    /// When it ends in any case; nil: by use and age alone.
    package let expiresAt: Instant?
    /// When the person last proved who they are, here or in the session that showed the code for this device.
    package let authenticatedAt: Instant
    let tokenHash: PostgresBytes

    /// Seconds after which a session that is not used is over: 90 days.
    package static let idleLifetime: Int64 = 90 * 86_400
    /// Seconds after which it is over in any case: a year.
    package static let absoluteLifetime: Int64 = 365 * 86_400
    /// Seconds for which a token is used before it is changed: a day.
    package static let tokenLifetime: Int64 = 86_400
    /// Seconds for which the token before is still taken once the new one came: requests under way still carry it.
    static let overlap: Int64 = 60

    /// Seconds for which a browser keeps its token: as long as the session can last.
    package func cookieLifetime(at now: Instant) -> Int64 { Self.cookieLifetime(until: expiresAt, at: now) }

    package static func cookieLifetime(until end: Instant?, at now: Instant) -> Int64 {
        min(idleLifetime, end.map { max(1, $0.seconds - now.seconds) } ?? idleLifetime)
    }

    /// Whether something is to be done about its token: it has become old, or its change is not complete.
    package func needsRenewal(at now: Instant) -> Bool { isConfirmation || isRotation(at: now) }

    /// Whether this use of the new token says that it has come.
    var isConfirmation: Bool { isCurrent && awaitsFirstUse }

    /// A browser that still comes with the token before never got the answer with the new one, and is given another.
    func isRotation(at now: Instant) -> Bool {
        let since = now.seconds - rotatedAt.seconds
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

/// A place where somebody is signed in, as they see it in a list.
package struct SignedInDevice: Sendable {
    package let id: Int64
    /// The families of browser and system, such as `Chrome on Android`.
    package let device: String
    package let way: SignInWay
    /// Who made the link that began it, by user name and display name; nil: not by a link, or by a command on the server.
    package let linkAuthor: (userName: String, displayName: String)?
    package let beganAt: Instant
    /// To some minutes.
    package let usedAt: Instant

    init(_ row: PostgresRow) throws {
        id = try row.get("id")
        device = try row.get("device")
        way = try row.choice("way")
        beganAt = try row.instant("began_at")
        usedAt = try row.instant("used_at")
        linkAuthor = try row.getIfPresent("link_author_user", as: String.self).map { user in
            (user, try row.get("link_author_name"))
        }
    }
}
