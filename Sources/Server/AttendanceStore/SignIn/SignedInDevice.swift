package import Attendance
import Postgres

/// A device on which a person is signed in, as the person sees it in a list.
package struct SignedInDevice: Sendable {
    package let id: SessionID
    /// The families of browser and system, such as `Chrome on Android`.
    package let device: String
    package let way: SignInWay
    /// The author of the link that started the session; nil: no link, or a command on the server created it.
    package let linkAuthor: (userName: String, displayName: String)?
    package let beganAt: Instant
    /// Exact to a few minutes.
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
