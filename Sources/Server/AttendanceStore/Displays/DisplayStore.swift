package import Attendance
import Postgres

/// Wall displays: enrolment by a link or a code, authentication by a key, revocation.
package struct DisplayStore: Sendable {
    /// How long an enrolment link is valid.
    package static let linkLifetime = Duration.seconds(24 * 3600)

    let pool: PostgresPool

    /// - Throws: ``StoreError/unknownFloor(_:)``, ``StoreError/alreadyExists(_:)``.
    package func addDisplay(
        name: String, floor: String, of office: OfficeID, by author: ChangeAuthor = .command, now: Instant? = nil
    ) async throws {
        try await naming(.display(name)) {
            try await pool.changeAccess(
                PostgresCommand("Displays/insert_display", ["name": name, "office": office, "floor": floor]),
                orThrow: .unknownFloor(floor), noting: ConfigurationChange(.display, .added, name), by: author, now: now)
        }
    }

    /// Creates an enrolment link, which enrols one browser as this display, once, within ``linkLifetime``. An earlier link stops
    /// working.
    /// - Returns: the link's token.
    /// - Throws: ``StoreError/unknownDisplay(_:)``.
    package func addDisplayLink(
        for name: String, by author: ChangeAuthor = .command, now: Instant
    ) async throws -> Secret {
        let secret = Secret()
        let expiry = PostgresTimestamp(now + Self.linkLifetime)
        try await pool.changeAccess(
            PostgresCommand(
                "Displays/set_display_link", ["link_hash": secret.hash, "expires_at": expiry, "name": name]),
            orThrow: .unknownDisplay(name), noting: ConfigurationChange(.display, .linkMade, name), by: author, now: now)
        return secret
    }

    /// The display of an enrolment link; nil if the link is unknown, used or expired. Does not consume the link.
    package func display(ofLink token: String, now: Instant) async throws -> Display? {
        try await pool.query(
            "Displays/display_link", ["link_hash": Secret.hash(token), "now": PostgresTimestamp(now)]
        ).first.map(Display.init)
    }

    /// Exchanges an enrolment link for a display key. An earlier key of the display stops working on all servers.
    /// - Returns: nil if the link is unknown, used or expired. Only the key's hash is stored.
    package func enrolDisplay(withLink token: String, now: Instant) async throws -> (display: Display, key: String)? {
        let key = Secret()
        let enrolled = try await pool.withTransaction { connection in
            let row = try await connection.query(
                "Displays/enrol_display",
                ["key_hash": key.hash, "now": PostgresTimestamp(now), "link_hash": Secret.hash(token)]
            ).first
            guard let display = try row.map(Display.init) else { return nil as Display? }
            // No person is signed in at the display. The author of the link was logged when it was made.
            try await ConfigurationChange(.display, .keyRenewed, display.name, "enrolment_link").note(
                by: .command, now: now, connection)
            // Servers may have cached the earlier key.
            try await connection.notifyAccessChanged()
            return display
        }
        return enrolled.map { ($0, key.text) }
    }

    func display(withKeyHash hash: PostgresBytes) async throws -> Display? {
        try await pool.query("Displays/display_by_key", ["key_hash": hash]).first.map(Display.init)
    }

    /// All displays by name, also revoked ones.
    package func displays() async throws -> [ListedDisplay] {
        try await pool.query("Displays/displays").map(ListedDisplay.init)
    }

    /// Revokes a display's key on all servers.
    /// - Throws: ``StoreError/unknownDisplay(_:)``.
    package func revokeDisplay(name: String, by author: ChangeAuthor = .command, now: Instant? = nil) async throws {
        try await pool.changeAccess(
            PostgresCommand("Displays/revoke_display", ["name": name]), orThrow: .unknownDisplay(name),
            noting: ConfigurationChange(.display, .revoked, name), by: author, now: now)
    }

    /// The offices whose displays show names at desks.
    package func officesWithNames() async throws -> Set<OfficeID> {
        Set(try await pool.query("Displays/offices_with_names").map { try $0.get("id") })
    }
}
