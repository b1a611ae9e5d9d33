import Postgres
import TestServers
import Testing

/// A commit waits for a synchronous standby. If the wait is cancelled, PostgreSQL reports success with a warning.
@Suite(.needsPostgres, .timeLimit(.minutes(2))) struct `Synchronous replication` {
    private static let queries = ["add": "insert into tally values (:value)", "same": "select :value::bigint"]

    private func withoutStandby(
        _ body: (_ primary: PostgresServer, _ standby: PostgresServer, PostgresPool) async throws -> Void
    ) async throws {
        try await PostgresServer.withStandby { primary, standby in
            try await primary.execute("create table tally (number bigint)")
            try await standby.stop()
            try await PostgresPool.lend(PostgresConfiguration(primary.connectionString), Self.queries, size: 2) { pool in
                try await body(primary, standby, pool)
            }
        }
    }

    @Test func `A commit whose wait for the standby is cancelled is an error, however the commit was sent`() async throws {
        try await withoutStandby { primary, _, pool in
            let ways: [@Sendable (PostgresPool) async throws -> Void] = [
                { _ = try await $0.query("add", ["value": Int64(1)]) },
                { pool in
                    try await pool.withConnection { connection in
                        _ = try await connection.pipeline([.begin, PostgresCommand("add", ["value": Int64(2)]), .commit])
                    }
                },
                { try await $0.withTransaction { _ = try await $0.query("add", ["value": Int64(3)]) } },
                { try await $0.withConnection { _ = try await $0.execute("insert into tally values (4)") } },
            ]
            for way in ways {
                let task = Task { try await way(pool) }
                try await primary.wait(for: PostgresServer.aCommitWaits)
                try await primary.cancelWaits()
                await #expect(throws: PostgresError.notReplicated) { try await task.value }
            }
            // PostgreSQL also ends the wait of a session that it ends.
            let ended = Task { try await pool.query("add", ["value": Int64(5)]) }
            try await primary.wait(for: PostgresServer.aCommitWaits)
            try await primary.execute("select pg_terminate_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'")
            await #expect(throws: PostgresError.notReplicated) { _ = try await ended.value }
            #expect(await pool.activity.unreplicated == 5)
            // The transaction is committed on the primary, and the pool stays usable.
            #expect(try await primary.value("select count(*) from tally") == "5")
            let number: Int64 = try await pool.query("same", ["value": Int64(7)])[0].get(0)
            #expect(number == 7)
        }
    }

    @Test func `Cancelling a task does not cancel a commit that waits for its standby`() async throws {
        try await withoutStandby { primary, standby, pool in
            let tasks = [
                Task { _ = try await pool.query("add", ["value": Int64(1)]) },
                Task { try await pool.withTransaction { _ = try await $0.query("add", ["value": Int64(2)]) } },
            ]
            try await primary.wait(for: "(select count(*) from pg_stat_activity where wait_event = 'SyncRep') = 2")
            for task in tasks { task.cancel() }
            try await standby.start()
            for task in tasks { try await task.value }
        }
    }
}
