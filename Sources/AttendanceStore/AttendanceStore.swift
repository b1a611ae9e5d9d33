package import Logging
package import Postgres

/// Everything DeskTap remembers, in PostgreSQL. Each topic has a file of its own, `AttendanceStore+topic.swift`.
package struct AttendanceStore: Sendable {
    let pool: PostgresPool
    /// What the servers of this database share and the database does not hold.
    package let secrets: SecretKeeper

    /// - Parameters:
    ///   - secretFile: where the servers' secret is or will be; nil: nothing can be done that needs it.
    ///   - mayMakeSecret: whether it is made there where there is none.
    ///   - logger: told when the secret is made.
    package init(pool: PostgresPool, secretFile: String? = nil, mayMakeSecret: Bool = true, logger: Logger? = nil) {
        self.pool = pool
        secrets = SecretKeeper(path: secretFile, mayMake: mayMakeSecret, pool: pool, logger: logger)
    }

    /// Proves that the schema is this program's and that every query fits it.
    package func check(_ folder: SQLFolder, _ connection: PostgresConnection) async throws {
        try await Migrator(folder).check(connection)
        for name in folder.queries.names { try await connection.prepare(name) }
    }

    /// What the database says of itself.
    package struct Condition: Sendable {
        /// Whether it takes no writes: a standby, or a primary that was told to.
        package let isReadOnly: Bool
        package let schemaVersion: Int
    }

    /// - Throws: PostgreSQL's error, also where there is no answer within `limit`.
    package func condition(within limit: Duration) async throws -> Condition {
        try await pool.withConnection { connection in
            try await connection.limitingStatements(to: limit) { connection in
                let row = try await connection.query("Operation/condition")[0]
                return Condition(
                    isReadOnly: try row.get("is_read_only"), schemaVersion: Int(try row.get("schema_version", as: Int64.self)))
            }
        }
    }
}

/// Turns a broken unique constraint into ``StoreError/alreadyExists(_:)``.
@discardableResult
func naming<Value>(_ what: Unique, _ body: () async throws -> Value) async throws -> Value {
    do {
        return try await body()
    } catch let error as PostgresError where error.sqlState == "23505" {
        throw StoreError.alreadyExists(what)
    }
}

extension AttendanceStore {
    /// Whether `error` says that the database is away and the same request may succeed in a moment.
    package static func isUnavailability(_ error: any Error) -> Bool {
        (error as? PostgresError)?.isUnavailability ?? false
    }

    /// Whether `error` says that the database has no room left on its disk.
    package static func isFull(_ error: any Error) -> Bool { (error as? PostgresError)?.sqlState == "53100" }
}
