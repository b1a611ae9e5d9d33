package import Postgres

extension Migrator {
    /// What ``migrate(_:serverRole:)`` would do, in words, one line each.
    /// - Throws: ``InstallationError/schemaIsNewer(database:program:)``.
    package func plan(_ connection: PostgresConnection) async throws -> [String] {
        let missing = try await missing(connection)
        let running = try await RunningServer.all(connection)
        var lines = running.map { "running: server \($0)" }
        if missing.isEmpty { lines.append("The database is up to date.") }
        for migration in missing {
            lines.append(migration.name)
            if let required = migration.requiredMigration {
                let servers = running.filter(migration.excludes)
                lines.append(
                    servers.isEmpty
                        ? "  excludes programs that do not know migration \(required); none is running"
                        : "  waits until these servers are upgraded: \(servers.map(\.description).joined(separator: ", "))")
            }
            lines += migration.effects.map { "  " + $0 }
        }
        return lines
    }
}
