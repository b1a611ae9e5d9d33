package import Postgres

/// Brings the schema up to date, and tells whether it is.
package struct Migrator: Sendable {
    private let migrations: [SQLFolder.Migration]

    package init(_ folder: SQLFolder) { migrations = folder.migrations }

    /// The version this program is written for.
    package var latest: Int { migrations.last?.number ?? 0 }

    /// Applies what is missing, each migration in a transaction of its own. Of several processes that try at the same time
    /// one does the work and the others wait.
    /// - Returns: the names of the migrations applied.
    package func migrate(_ connection: PostgresConnection) async throws -> [String] {
        // A large table takes its time, and so does another process that migrates just now.
        try await connection.execute("set statement_timeout = 0", named: "wait for migrations")
        // Any number, as long as every version of the program takes the same.
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

    /// The version of the database; 0 where it is empty.
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
