import Postgres
import TestServers
import Testing

/// A task may be cancelled at any point. It then ends, the server stops working for it, and its connection is reused or
/// replaced.
@Suite(.needsPostgres) struct `Task cancellation` {
    private static let queries = [
        "sleep": "select pg_sleep(600)", "same": "select :value::bigint", "add": "insert into tally values (:value)",
        "count": "select count(*) from tally",
    ]

    /// Lends a pool with one connection, the process id of its backend, and a connection that observes the server.
    private func withObservedPool(
        _ body: (PostgresPool, _ backend: String, _ observer: PostgresConnection) async throws -> Void
    ) async throws {
        try await TestDatabase.with { database in
            try await database.withConnection { observer in
                try await database.withPool(Self.queries, size: 1) { pool in
                    let backend = try await pool.withConnection { try await $0.backend }
                    try await body(pool, backend, observer)
                }
            }
        }
    }

    private func expectUsable(_ pool: PostgresPool, backend: String) async throws {
        let number: Int64 = try await pool.query("same", ["value": Int64(7)])[0].get(0)
        #expect(number == 7)
        let after = try await pool.withConnection { try await $0.backend }
        #expect(after == backend, "another session")
    }

    @Test func `A task cancelled before it requests a connection leaves the pool unchanged`() async throws {
        try await withObservedPool { pool, backend, _ in
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                try await pool.query("sleep")
            }
            await #expect(throws: CancellationError.self) { try await task.value }
            try await expectUsable(pool, backend: backend)
        }
    }

    @Test func `Cancelling a task ends its running statement at the server`() async throws {
        try await withObservedPool { pool, backend, observer in
            let task = Task { try await pool.query("sleep") }
            try await observer.waitUntil(isActive(backend))
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            let isIdle = try await observer.text("select state from pg_stat_activity where pid = \(backend)")
            #expect(isIdle == "idle", "it has ended before the task does")
            try await expectUsable(pool, backend: backend)
        }
    }

    @Test func `Cancelling a task in a transaction rolls back its earlier statements`() async throws {
        try await withObservedPool { pool, backend, observer in
            try await observer.execute("create table tally (number bigint)")
            let task = Task {
                try await pool.withConnection { connection in
                    _ = try await connection.pipeline([
                        .begin, PostgresCommand("add", ["value": Int64(1)]), PostgresCommand("sleep"),
                        PostgresCommand("add", ["value": Int64(2)]),
                    ])
                }
            }
            try await observer.waitUntil(
                "exists (select from pg_stat_activity where pid = \(backend) and wait_event = 'PgSleep')")
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            let count: Int64 = try await pool.query("count")[0].get(0)
            #expect(count == 0)
            try await expectUsable(pool, backend: backend)
        }
    }

    @Test func `Cancelling a task that waits for a connection removes it from the pool's queue`() async throws {
        try await withObservedPool { pool, backend, observer in
            let holder = Task { try await pool.query("sleep") }
            try await observer.waitUntil(isActive(backend))
            let waiting = (0..<5).map { _ in Task { try await pool.query("same", ["value": Int64(1)]) } }
            try await Task.sleep(for: .milliseconds(20))
            for task in waiting { task.cancel() }
            for task in waiting { await #expect(throws: CancellationError.self) { try await task.value } }
            let next = Task { try await pool.query("same", ["value": Int64(2)]) }
            holder.cancel()
            await #expect(throws: CancellationError.self) { try await holder.value }
            let number: Int64 = try await next.value[0].get(0)
            #expect(number == 2)
            try await expectUsable(pool, backend: backend)
        }
    }

    @Test func `A cancel request never hits the connection's next statement`() async throws {
        try await withObservedPool { pool, backend, _ in
            for round in 0..<300 as Range<Int64> {
                let task = Task {
                    try await pool.withConnection { connection in
                        for _ in 0..<3 {
                            _ = try await connection.pipeline([.begin, PostgresCommand("same", ["value": round]), .commit])
                        }
                    }
                }
                for _ in 0..<(round % 17) { await Task.yield() }
                if round % 3 == 0 { try await Task.sleep(for: .microseconds(50 * (round % 11))) }
                task.cancel()
                do { try await task.value } catch is CancellationError {}
                let answer: Int64 = try await pool.query("same", ["value": round])[0].get(0)
                #expect(answer == round)
            }
            try await expectUsable(pool, backend: backend)
        }
    }
}
