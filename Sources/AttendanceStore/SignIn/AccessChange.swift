import Postgres

/// The notification that tells every server that keys, sessions, badges or people changed. Servers then forget what they cached.
enum AccessChange {
    static let channel = "desktap_access"
}

extension PostgresConnection {
    /// Other servers receive the notification at commit.
    func notifyAccessChanged() async throws { try await query("Presence/notify", AccessChange.channel, "") }
}

extension PostgresPool {
    func notifyAccessChanged() async throws { try await query("Presence/notify", AccessChange.channel, "") }

    /// Runs one statement and notifies the servers.
    /// - Throws: `error` if the statement changes no row.
    func changeAccess(_ command: PostgresCommand, orThrow error: StoreError) async throws {
        try await withTransaction { connection in
            guard try await !connection.pipeline([command])[0].isEmpty else { throw error }
            try await connection.notifyAccessChanged()
        }
    }
}
