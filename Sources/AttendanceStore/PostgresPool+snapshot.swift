import Postgres

extension PostgresPool {
    /// Lends a read-only transaction whose statements all see one state of the database.
    func withSnapshot<Value>(_ body: (PostgresConnection) async throws -> Value) async throws -> Value {
        try await withTransaction { connection in
            try await connection.execute("set transaction isolation level repeatable read, read only", named: "one state")
            return try await body(connection)
        }
    }
}
