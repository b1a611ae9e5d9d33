import Postgres
import TestServers
import Testing

@Suite(.needsPostgres) struct `Transactions` {
    private struct Refusal: Error {}

    private func withTally(_ body: (PostgresPool) async throws -> Void) async throws {
        try await TestDatabase.with { database in
            let queries = [
                "add": "insert into tally values (:value)", "count": "select count(*) from tally",
                "sleep": "select pg_sleep(600)",
            ]
            try await database.withPool(queries, size: 1) { pool in
                try await pool.withConnection { connection in
                    _ = try await connection.execute(
                        "create table tally (number bigint unique deferrable initially deferred)")
                }
                try await body(pool)
            }
        }
    }

    @Test func `A transaction commits when its body returns`() async throws {
        try await withTally { pool in
            let answer = try await pool.withTransaction { connection in
                try await connection.query("add", ["value": Int64(1)])
                return 42
            }
            #expect(answer == 42)
            let count: Int64 = try await pool.query("count")[0].get(0)
            #expect(count == 1)
        }
    }

    @Test func `A transaction rolls back when its body throws`() async throws {
        try await withTally { pool in
            await #expect(throws: Refusal.self) {
                try await pool.withTransaction { connection in
                    try await connection.query("add", ["value": Int64(1)])
                    throw Refusal()
                }
            }
            let count: Int64 = try await pool.query("count")[0].get(0)
            #expect(count == 0)
        }
    }

    @Test func `A transaction rolls back on the same session when its task is cancelled`() async throws {
        try await withTally { pool in
            let before = try await pool.withConnection { try await $0.backend }
            let task = Task {
                try await pool.withTransaction { connection in
                    try await connection.query("add", ["value": Int64(1)])
                    withUnsafeCurrentTask { $0?.cancel() }
                    try await connection.query("sleep")
                }
            }
            await #expect(throws: CancellationError.self) { try await task.value }
            let count: Int64 = try await pool.query("count")[0].get(0)
            #expect(count == 0)
            let after = try await pool.withConnection { try await $0.backend }
            #expect(after == before)
        }
    }

    @Test func `A transaction is not committed after its task is cancelled`() async throws {
        try await withTally { pool in
            let task = Task {
                try await pool.withTransaction { connection in
                    try await connection.query("add", ["value": Int64(1)])
                    withUnsafeCurrentTask { $0?.cancel() }
                }
            }
            await #expect(throws: CancellationError.self) { try await task.value }
            let count: Int64 = try await pool.query("count")[0].get(0)
            #expect(count == 0)
        }
    }

    @Test func `A rejected commit is an error`() async throws {
        try await withTally { pool in
            let error = await #expect(throws: PostgresError.self) {
                try await pool.withTransaction { connection in
                    try await connection.query("add", ["value": Int64(1)])
                    try await connection.query("add", ["value": Int64(1)])
                }
            }
            #expect(error?.sqlState == "23505")
            let count: Int64 = try await pool.query("count")[0].get(0)
            #expect(count == 0)
        }
    }

    @Test func `A transaction that failed without an error in its body is not reported as committed`() async throws {
        try await withTally { pool in
            let error = await #expect(throws: PostgresError.self) {
                try await pool.withTransaction { connection in
                    try await connection.query("add", ["value": Int64(1)])
                    _ = try? await connection.execute("select 1/0")
                }
            }
            #expect(error?.sqlState == "25P02")
            let piped = await #expect(throws: PostgresError.self) {
                try await pool.withConnection { connection in
                    _ = try await connection.pipeline([.begin, PostgresCommand("add", ["value": Int64(1)])])
                    _ = try? await connection.execute("select 1/0")
                    _ = try await connection.pipeline([.commit])
                }
            }
            #expect(piped?.sqlState == "25P02")
            let count: Int64 = try await pool.query("count")[0].get(0)
            #expect(count == 0)
        }
    }

    @Test func `A transaction left open is rolled back before the connection is lent again`() async throws {
        try await withTally { pool in
            let first = try await pool.withConnection { connection in
                _ = try await connection.pipeline([.begin, PostgresCommand("add", ["value": Int64(1)])])
                return try await connection.backend
            }
            let count: Int64 = try await pool.query("count")[0].get(0)
            #expect(count == 0)
            #expect(try await pool.withConnection { try await $0.backend } == first)
        }
    }
}
