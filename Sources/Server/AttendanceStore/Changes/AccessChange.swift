import Attendance
import Postgres

/// The notification that keys, sessions, badges or people changed. Servers then invalidate their caches.
enum AccessChange {
    static let channel = "desktap_access"
}

extension PostgresConnection {
    /// Notifies all servers at commit.
    func notifyAccessChanged() async throws {
        try await query("Presence/notify", ["channel": AccessChange.channel, "payload": ""])
    }
}

extension PostgresPool {
    func notifyAccessChanged() async throws {
        try await query("Presence/notify", ["channel": AccessChange.channel, "payload": ""])
    }

    /// Runs one statement, logs it and notifies the servers.
    /// - Throws: `error` if the statement changes no row.
    func changeAccess(
        _ command: PostgresCommand, orThrow error: StoreError, noting change: ConfigurationChange, by author: ChangeAuthor,
        now: Instant?
    ) async throws {
        try await withTransaction { connection in
            guard try await !connection.pipeline([command])[0].isEmpty else { throw error }
            try await change.note(by: author, now: now, connection)
            try await connection.notifyAccessChanged()
        }
    }
}
