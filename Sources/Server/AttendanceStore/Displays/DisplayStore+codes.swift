package import Attendance
import Postgres

/// Enrolment by a code: the screen shows it and keeps a secret. When an administrator types the code, the secret becomes the
/// display's key.
extension DisplayStore {
    /// How long a code can be typed.
    package static let codeLifetime = Duration.seconds(600)
    /// Maximum codes: the more there are, the more likely is a mistyped code that of another screen. A further code replaces the
    /// oldest one, whose screen then asks for another.
    static let mostCodes: Int64 = 200

    /// Adds a code for a screen.
    /// - Returns: the screen's secret. Only its hash is stored.
    package func addCode(now: Instant) async throws -> Secret {
        let secret = Secret()
        // Another screen may have the random code.
        while try await pool.query(
            "Displays/insert_display_code",
            [
                "now": PostgresTimestamp(now), "code": DisplayCode.random(), "secret_hash": secret.hash,
                "expires_at": PostgresTimestamp(now + Self.codeLifetime), "most": Self.mostCodes,
            ]
        ).isEmpty {}
        return secret
    }

    /// - Parameter secret: of the screen.
    /// - Returns: nil if the secret is unknown, or its code expired or was typed.
    package func code(ofScreen secret: String, now: Instant) async throws -> String? {
        try await pool.query(
            "Displays/display_code", ["secret_hash": Secret.hash(secret), "now": PostgresTimestamp(now)]
        ).first.map { try $0.get("code") }
    }

    /// The display for which a screen's code was typed. Its key is the screen's secret.
    /// - Returns: nil if the code was not typed, or the display has another key or was revoked since.
    package func display(ofScreen secret: String) async throws -> Display? {
        try await display(withKeyHash: Secret.hash(secret))
    }

    /// Adds a display for the screen that shows a code.
    /// - Throws: ``StoreError/unknownFloor(_:)``, ``StoreError/alreadyExists(_:)``, ``StoreError/unknownDisplayCode``; the display
    ///   is then not added.
    package func addDisplay(
        name: String, floor: String, of office: OfficeID, showing code: String, by author: ChangeAuthor, now: Instant
    ) async throws {
        try await naming(.display(name)) {
            try await pool.withTransaction { connection in
                let added = try await connection.query(
                    "Displays/insert_display", ["name": name, "office": office, "floor": floor])
                guard !added.isEmpty else { throw StoreError.unknownFloor(floor) }
                try await ConfigurationChange(.display, .added, name).note(by: author, now: now, connection)
                try await connection.useDisplayCode(code, for: name, by: author, now: now)
            }
        }
    }

    /// Makes the screen that shows a code a display's screen. The earlier screen's key stops working on all servers.
    /// - Parameter name: of the display.
    /// - Throws: ``StoreError/unknownDisplayCode``.
    package func useCode(_ code: String, for name: String, by author: ChangeAuthor, now: Instant) async throws {
        try await pool.withTransaction { try await $0.useDisplayCode(code, for: name, by: author, now: now) }
    }
}

extension PostgresConnection {
    fileprivate func useDisplayCode(
        _ code: String, for name: String, by author: ChangeAuthor, now: Instant
    ) async throws {
        let rows = try await query(
            "Displays/use_display_code",
            ["code": DisplayCode.normalized(code), "now": PostgresTimestamp(now), "name": name])
        guard !rows.isEmpty else { throw StoreError.unknownDisplayCode }
        try await ConfigurationChange(.display, .keyRenewed, name, "screen_code").note(by: author, now: now, self)
        // Servers may have cached the earlier key.
        try await notifyAccessChanged()
    }
}
