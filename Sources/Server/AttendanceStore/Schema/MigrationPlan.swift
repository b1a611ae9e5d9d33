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
            for effect in migration.effects { lines.append("  " + (try await words(for: effect, connection))) }
        }
        return lines
    }

    private func words(for effect: MigrationEffect, _ connection: PostgresConnection) async throws -> String {
        switch effect {
        case .moment(let table):
            "locks \(table) for a moment; waits for it at most \(Self.lockTimeoutMilliseconds) ms at a time"
        case .alongside(let table): "reads \(try await size(of: table, connection)) while servers go on"
        case .blocks(let table, _): "servers wait while \(try await size(of: table, connection)) is read or written"
        case .restricts(let what): "takes away or forbids what older programs may use: \(what)"
        case .repeats(let function): "calls \(function) until no rows are left, each time in a transaction of its own"
        case .unknown(let statement): "unknown effect: \(statement)"
        }
    }

    /// A table and its size.
    private func size(of table: String, _ connection: PostgresConnection) async throws -> String {
        let rows = try await connection.query("Schema/table_size", ["table": table])
        return "\(table) (\(try rows[0].getIfPresent("size", as: String.self) ?? "new"))"
    }
}
