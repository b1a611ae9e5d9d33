package import Attendance
import Postgres

/// Enrolment by a code: the screen shows it and keeps a secret, an administrator types it, and the secret alone gets the key.
extension DisplayStore {
    /// How long a code can be typed, and then how long the screen can ask for its key.
    package static let codeLifetime = Duration.seconds(600)
    /// Maximum valid codes: the more there are, the more likely is a mistyped code that of another screen.
    static let mostCodes: Int64 = 200

    /// Adds a code for a screen.
    /// - Returns: the screen's secret; nil: too many codes are valid.
    package func addCode(now: Instant) async throws -> Secret? {
        let secret = Secret()
        let rows = try await pool.query(
            "Displays/insert_display_code",
            [
                "now": PostgresTimestamp(now), "code": DisplayCode.random(), "secret_hash": secret.hash,
                "expires_at": PostgresTimestamp(now + Self.codeLifetime), "most": Self.mostCodes,
            ])
        return rows.isEmpty ? nil : secret
    }

    /// - Parameter secret: of the screen.
    /// - Returns: nil if the secret is unknown or its code expired.
    package func code(ofScreen secret: String, now: Instant) async throws -> DisplayCode? {
        try await pool.query(
            "Displays/display_code", ["secret_hash": Secret.hash(secret), "now": PostgresTimestamp(now)]
        ).first.map(DisplayCode.init)
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

    /// Makes the screen that shows a code a display's screen. The earlier screen stops when the new one has its key.
    /// - Parameter name: of the display.
    /// - Throws: ``StoreError/unknownDisplayCode``.
    package func useCode(_ code: String, for name: String, by author: ChangeAuthor, now: Instant) async throws {
        try await pool.withTransaction { try await $0.useDisplayCode(code, for: name, by: author, now: now) }
    }

    /// Exchanges a screen's secret for the key of the display for which its code was typed, once. An earlier key of the display
    /// stops working on all servers.
    /// - Returns: nil if the secret is unknown or used, or its code expired or was not typed. Only the key's hash is stored.
    package func enrolDisplay(ofScreen secret: String, now: Instant) async throws -> (display: Display, key: String)? {
        let key = Secret()
        let enrolled = try await pool.withTransaction { connection in
            let row = try await connection.query(
                "Displays/enrol_screen",
                ["secret_hash": Secret.hash(secret), "now": PostgresTimestamp(now), "key_hash": key.hash]
            ).first
            guard let display = try row.map(Display.init) else { return nil as Display? }
            // Servers may have cached the earlier key. The log has the new one since the code was typed, with its author.
            try await connection.notifyAccessChanged()
            return display
        }
        return enrolled.map { ($0, key.text) }
    }
}

extension PostgresConnection {
    fileprivate func useDisplayCode(
        _ code: String, for name: String, by author: ChangeAuthor, now: Instant
    ) async throws {
        let rows = try await query(
            "Displays/use_display_code",
            [
                "expires_at": PostgresTimestamp(now + DisplayStore.codeLifetime), "code": DisplayCode.normalized(code),
                "now": PostgresTimestamp(now), "name": name,
            ])
        guard !rows.isEmpty else { throw StoreError.unknownDisplayCode }
        try await ConfigurationChange(.display, .keyRenewed, name, "screen_code").note(by: author, now: now, self)
    }
}
