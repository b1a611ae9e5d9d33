package import Postgres

/// Applies migrations while servers are running, and checks the schema's version.
package struct Migrator: Sendable {
    let migrations: [Migration]
    package let schemas: SchemaRange

    /// While a migration waits for a table, the servers' statements wait behind it. Its wait is this short, and then it lets them
    /// pass for ``pause``.
    static let lockTimeoutMilliseconds = 500
    private static let pause = Duration.seconds(1)
    /// An arbitrary number, the same in all versions of the program.
    private static let lock: Int64 = 6_517_361
    private let attempts: Int

    /// - Parameter attempts: how often a migration tries to lock its tables.
    package init(_ folder: SQLFolder, attempts: Int = 60) {
        migrations = folder.migrations
        schemas = folder.schemas
        self.attempts = attempts
    }

    /// What ``migrate(_:serverRole:)`` did.
    package struct Outcome: Sendable {
        /// The names of the applied migrations.
        package var applied: [String] = []
        /// Why the next migration must wait: ``InstallationError/olderServers(migration:servers:)`` or
        /// ``InstallationError/tableInUse(migration:)``. nil: the schema is up to date.
        package var waits: InstallationError?
        /// Whether the program works with the schema as it is now.
        package var isUsable = true
        /// False: the server's role kept the rights that a newer program gave it.
        package var hasGranted = true
    }

    /// Applies the missing migrations, each in its own transaction. If several processes migrate at the same time, one applies
    /// the migrations and the others wait.
    /// - Parameter serverRole: the role that gets the rights of a server; nil: none.
    /// - Throws: ``InstallationError/schemaIsNewer(database:program:)``, ``InstallationError/serverRoleCreatesObjects(_:)``.
    package func migrate(_ connection: PostgresConnection, serverRole: String? = nil) async throws -> Outcome {
        // To build an index may take longer than the timeout.
        try await connection.execute("set statement_timeout = 0", named: "allow long migrations")
        // Not a statement that waits for the lock: to create an index concurrently waits for all statements that began earlier, and
        // would be a deadlock.
        while try await !connection.query("Schema/try_lock_migrations", ["lock": Self.lock])[0]
            .get("is_locked", as: Bool.self)
        {
            try await Task.sleep(for: .milliseconds(200))
        }
        do {
            var outcome = try await applyMissing(connection)
            let schema = try await schema(connection)
            outcome.isUsable = schemas.problem(of: schema) == nil
            if let serverRole, outcome.isUsable {
                // An older program does not know which rights newer servers need.
                outcome.hasGranted = schema.number <= schemas.newest
                if outcome.hasGranted { try await grantServerRights(to: serverRole, connection) }
            }
            try await unlock(connection)
            return outcome
        } catch {
            try? await unlock(connection)
            throw error
        }
    }

    private func unlock(_ connection: PostgresConnection) async throws {
        try await connection.execute(
            "select pg_advisory_unlock(\(Self.lock)); reset statement_timeout", named: "unlock migrations")
    }

    private func applyMissing(_ connection: PostgresConnection) async throws -> Outcome {
        try await connection.execute(
            """
            create table if not exists schema_version (
                number int primary key, name text not null, applied_at timestamptz not null default now(),
                required_migration int not null default 0);
            do $$ begin
                -- Databases of before the first release lack it. 'if not exists' would lock the table each time.
                if not exists (select from pg_attribute where attrelid = 'schema_version'::regclass and attname = 'required_migration')
                then alter table schema_version add column required_migration int not null default 0; end if;
            end $$;
            """, named: "create schema_version")
        var outcome = Outcome()
        for migration in try await missing(connection) {
            outcome.waits = try await apply(migration, connection)
            if outcome.waits != nil { break }
            outcome.applied.append(migration.name)
        }
        return outcome
    }

    /// The migrations that the database lacks, in order.
    func missing(_ connection: PostgresConnection) async throws -> [Migration] {
        let schema = try await schema(connection)
        if let problem = schemas.problem(of: schema), case .schemaIsNewer = problem { throw problem }
        return migrations.filter { $0.number > schema.number }
    }

    /// - Returns: why the migration must wait; nil: it is applied.
    private func apply(_ migration: Migration, _ connection: PostgresConnection) async throws -> InstallationError? {
        guard migration.isTransaction else {
            if let waits = try await olderServers(migration, connection) { return waits }
            for statement in SQLStatements.split(migration.text) {
                try await connection.execute(statement, named: "migration \(migration.name)")
            }
            try await record(migration, connection)
            return nil
        }
        for attempt in 1...attempts {
            if attempt > 1 { try await Task.sleep(for: Self.pause) }
            do {
                while migration.isRepeated, try await repeats(migration, connection) {}
                return try await connection.withTransaction { connection in
                    try await limitLocks(connection)
                    if migration.requiredMigration != nil {
                        // An older server that starts has a session by now, or waits here when it reads the schema.
                        try await connection.execute(
                            "lock table schema_version in access exclusive mode", named: "lock schema_version")
                    }
                    if let waits = try await olderServers(migration, connection) { return waits }
                    if !migration.isRepeated {
                        try await connection.execute(migration.text, named: "migration \(migration.name)")
                    }
                    try await record(migration, connection)
                    return nil
                }
            } catch let error as PostgresError where ["55P03", "40P01"].contains(error.sqlState) {}  // time limit, deadlock
        }
        return .tableInUse(migration: migration.name)
    }

    /// - Returns: whether there was a row to change.
    private func repeats(_ migration: Migration, _ connection: PostgresConnection) async throws -> Bool {
        try await connection.withTransaction { connection in
            try await limitLocks(connection)
            let rows = try await connection.execute(migration.text, named: "migration \(migration.name)")
            return try rows[0].get("changed", as: String.self) != "0"
        }
    }

    private func limitLocks(_ connection: PostgresConnection) async throws {
        try await connection.execute(
            "set local lock_timeout = \(Self.lockTimeoutMilliseconds)", named: "limit the wait for a lock")
    }

    /// - Returns: nil: no running server is excluded by the migration.
    private func olderServers(_ migration: Migration, _ connection: PostgresConnection) async throws -> InstallationError? {
        let servers = try await RunningServer.all(connection).filter(migration.excludes)
        return servers.isEmpty ? nil : .olderServers(migration: migration.name, servers: servers.map(\.description))
    }

    private func record(_ migration: Migration, _ connection: PostgresConnection) async throws {
        try await connection.execute(
            """
            insert into schema_version (number, name, required_migration)
            values (\(migration.number), '\(migration.name)', \(migration.requiredMigration ?? 0))
            """, named: "record migration \(migration.name)")
    }

    /// - Throws: ``InstallationError/schemaIsOlder(database:program:)`` or ``InstallationError/schemaIsNewer(database:program:)``.
    package func check(_ connection: PostgresConnection) async throws {
        if let problem = schemas.problem(of: try await schema(connection)) { throw problem }
    }

    func schema(_ connection: PostgresConnection) async throws -> Schema {
        do {
            return try Schema(try await connection.query("Operation/condition")[0])
        } catch let error as PostgresError where ["42P01", "42703"].contains(error.sqlState) {  // no such table or column
            return Schema(number: 0, requiredMigration: 0)
        }
    }
}
