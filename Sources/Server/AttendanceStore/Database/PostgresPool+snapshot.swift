import Postgres

extension PostgresConnection {
    /// Runs `body` in a read-only transaction. All its statements see the same state of the database.
    nonisolated func withSnapshot<Value>(_ body: (PostgresConnection) async throws -> Value) async throws -> Value {
        try await withTransaction { connection in
            try await connection.execute("set transaction isolation level repeatable read, read only", named: "one state")
            return try await body(connection)
        }
    }
}

extension PostgresPool {
    /// Runs `body` in a read-only transaction. All its statements see the same state of the database.
    func withSnapshot<Value>(_ body: (PostgresConnection) async throws -> Value) async throws -> Value {
        try await withConnection { try await $0.withSnapshot(body) }
    }
}
