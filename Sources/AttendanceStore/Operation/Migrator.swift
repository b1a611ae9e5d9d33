package import Postgres

/// Applies migrations, and checks the schema's version.
package struct Migrator: Sendable {
    private let migrations: [SQLFolder.Migration]

    package init(_ folder: SQLFolder) { migrations = folder.migrations }

    /// The schema version that this program requires.
    package var latest: Int { migrations.last?.number ?? 0 }

    /// Applies the missing migrations, each in its own transaction. If several processes migrate at the same time, one applies
    /// the migrations and the others wait.
    /// - Returns: the names of the applied migrations.
    package func migrate(_ connection: PostgresConnection) async throws -> [String] {
        // To migrate a large table, or to wait for another process that migrates, may take longer than the timeout.
        try await connection.execute("set statement_timeout = 0", named: "wait for migrations")
        // An arbitrary number, the same in all versions of the program.
        try await connection.execute("select pg_advisory_lock(6517361)", named: "lock migrations")
        do {
            let applied = try await applyMissing(connection)
            try await unlock(connection)
            return applied
        } catch {
            try? await unlock(connection)
            throw error
        }
    }

    private func unlock(_ connection: PostgresConnection) async throws {
        try await connection.execute(
            "select pg_advisory_unlock(6517361); reset statement_timeout", named: "unlock migrations")
    }

    private func applyMissing(_ connection: PostgresConnection) async throws -> [String] {
        try await connection.execute(
            """
            create table if not exists schema_version (
                number int primary key, name text not null, applied_at timestamptz not null default now())
            """, named: "create schema_version")
        let version = try await version(connection)
        if version > latest { throw StoreError.schemaIsNewer(database: version, program: latest) }
        var applied: [String] = []
        for migration in migrations where migration.number > version {
            try await connection.withTransaction { connection in
                try await connection.execute(migration.text, named: "migration \(migration.name)")
                try await connection.execute(
                    "insert into schema_version (number, name) values (\(migration.number), '\(migration.name)')",
                    named: "record migration \(migration.name)")
            }
            applied.append(migration.name)
        }
        return applied
    }

    /// - Throws: ``StoreError/schemaIsOlder(database:program:)`` or ``StoreError/schemaIsNewer(database:program:)``.
    package func check(_ connection: PostgresConnection) async throws {
        let version = try await version(connection)
        if version < latest { throw StoreError.schemaIsOlder(database: version, program: latest) }
        if version > latest { throw StoreError.schemaIsNewer(database: version, program: latest) }
    }

    /// The schema version of the database; 0: the database is empty.
    private func version(_ connection: PostgresConnection) async throws -> Int {
        do {
            let rows = try await connection.execute(
                "select coalesce(max(number), 0)::text from schema_version", named: "read schema_version")
            return try rows.first.flatMap { Int(try $0.get(0, as: String.self)) } ?? 0
        } catch let error as PostgresError where error.sqlState == "42P01" {
            return 0  // no such table
        }
    }
}
