package import Attendance
import Postgres

/// Wall displays: enrolment by a link, authentication by a key, revocation.
package struct DisplayStore: Sendable {
    /// How long a link that makes a browser a display is good for, in seconds.
    package static let displayLinkLifetime: Int64 = 24 * 3600

    let pool: PostgresPool

    /// - Throws: ``StoreError/unknownFloor(_:)``.
    package func addDisplay(name: String, floor: String, of office: Int64) async throws {
        try await naming(.display(name)) {
            guard try await pool.query("Displays/insert_display", name, office, floor).isEmpty == false else {
                throw StoreError.unknownFloor(floor)
            }
        }
    }

    /// Makes a link's secret part. It makes one browser this display, once, within 24 hours; the one that was it is no more.
    /// - Throws: ``StoreError/unknownDisplay(_:)``.
    package func addDisplayLink(for name: String, now: Instant) async throws -> Secret {
        let secret = Secret()
        let expiry = PostgresTimestamp(now.adding(seconds: Self.displayLinkLifetime))
        guard try await pool.query("Displays/set_display_link", name, secret.hash, expiry).isEmpty == false else {
            throw StoreError.unknownDisplay(name)
        }
        return secret
    }

    /// Whose link this is; nil where it is used up, expired or never was. Uses nothing up.
    package func display(ofLink token: String, now: Instant) async throws -> Display? {
        try await pool.query("Displays/display_link", Secret.hash(token), PostgresTimestamp(now)).first.map(Display.init)
    }

    /// Uses the link up.
    /// - Returns: the display with its new key, which is not kept; nil where the link is good no more.
    package func enrolDisplay(withLink token: String, now: Instant) async throws -> (display: Display, key: String)? {
        let key = Secret()
        let enrolled = try await pool.withTransaction { connection in
            let row = try await connection.query(
                "Displays/enrol_display", Secret.hash(token), key.hash, PostgresTimestamp(now)
            ).first
            // The key that was its is good no more.
            if row != nil { try await connection.notifyAccessChanged() }
            return try row.map(Display.init)
        }
        return enrolled.map { ($0, key.text) }
    }

    func display(withKeyHash hash: PostgresBytes) async throws -> Display? {
        try await pool.query("Displays/display_by_key", hash).first.map(Display.init)
    }

    /// All displays with their office's name, and the instants at which a browser became each and at which it was taken back.
    package func displays() async throws -> [(display: Display, officeName: String, enrolledAt: Instant?, revokedAt: Instant?)]
    {
        try await pool.query("Displays/displays").map { row in
            (try Display(row), try row.get(4), try row.instantIfPresent(5), try row.instantIfPresent(6))
        }
    }

    /// Takes a display's key back; every server process refuses it from then on.
    /// - Throws: ``StoreError/unknownDisplay(_:)``.
    package func revokeDisplay(name: String) async throws {
        try await pool.changeAccess(PostgresCommand("Displays/revoke_display", name), orThrow: .unknownDisplay(name))
    }

    /// Whether an office's displays say who sits where.
    package func hasNamesOnWall(_ office: Int64) async throws -> Bool {
        try await pool.query("Displays/names_on_wall", office).first?.get(0) ?? false
    }

    package func setNamesOnWall(of office: Int64, to shown: Bool) async throws {
        try await pool.query("Displays/set_names_on_wall", office, shown)
    }
}
