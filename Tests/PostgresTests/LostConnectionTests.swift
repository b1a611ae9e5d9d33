import Foundation
import Postgres
import TestServers
import Testing

@Suite(.needsPostgres, .timeLimit(.minutes(10))) struct `Lost connections` {
    private static let queries = ["sleep": "select pg_sleep(600)", "same": "select :value::bigint"]

    @Test func `A connection lost during a query is an error, and the pool replaces it`() async throws {
        try await TestDatabase.with { database in
            try await database.withConnection { observer in
                try await database.withPool(Self.queries, size: 1) { pool in
                    let backend = try await pool.withConnection { try await $0.backend }
                    let task = Task { try await pool.query("sleep") }
                    try await observer.waitUntil(isActive(backend))
                    try await observer.execute("select pg_terminate_backend(\(backend))")
                    await expectLoss { _ = try await task.value }
                    let number: Int64 = try await pool.query("same", ["value": Int64(7)])[0].get(0)
                    #expect(number == 7)
                }
            }
        }
    }

    @Test func `A connection lost in a transaction is an error, and the pool replaces it`() async throws {
        try await TestDatabase.with { database in
            try await database.withPool(Self.queries, size: 2) { pool in
                await expectLoss {
                    try await pool.withTransaction { connection in
                        let backend = try await connection.backend
                        try await pool.withConnection { _ = try await $0.execute("select pg_terminate_backend(\(backend))") }
                        try await connection.query("same", ["value": Int64(1)])
                    }
                }
                let number: Int64 = try await pool.query("same", ["value": Int64(7)])[0].get(0)
                #expect(number == 7)
            }
        }
    }

    @Test func `A connection lost while idle is detected before it is lent`() async throws {
        try await TestDatabase.with { database in
            try await database.withConnection { observer in
                try await database.withPool(Self.queries, size: 4) { pool in
                    // Four idle connections, all closed by the server.
                    try await withThrowingTaskGroup { group in
                        for _ in 0..<4 {
                            group.addTask {
                                try await pool.withConnection { _ in try await Task.sleep(for: .milliseconds(100)) }
                            }
                        }
                        try await group.waitForAll()
                    }
                    try await observer.execute(
                        """
                        select pg_terminate_backend(pid, 10000) from pg_stat_activity
                         where datname = current_database() and pid <> pg_backend_pid()
                        """)
                    try await Task.sleep(for: .milliseconds(1100))
                    for number in 0..<4 as Range<Int64> {
                        let answer: Int64 = try await pool.query("same", ["value": number])[0].get(0)
                        #expect(answer == number)
                    }
                }
            }
        }
    }

    @Test func `A lost connection makes the pool check all idle connections`() async throws {
        try await TestDatabase.with { database in
            try await database.withConnection { observer in
                try await database.withPool(Self.queries, size: 4) { pool in
                    let gate = AsyncStream.makeStream(of: Void.self)
                    let taken = AsyncStream.makeStream(of: Void.self)
                    try await withThrowingTaskGroup { group in
                        for _ in 0..<4 {
                            group.addTask {
                                try await pool.withConnection { _ in
                                    taken.continuation.yield()
                                    for await _ in gate.stream { break }
                                }
                            }
                        }
                        for await _ in taken.stream.prefix(4) {}
                        try await observer.execute(
                            """
                            select pg_terminate_backend(pid, 10000) from pg_stat_activity
                             where datname = current_database() and pid <> pg_backend_pid()
                            """)
                        gate.continuation.finish()
                        try await group.waitForAll()
                    }
                    // They were returned a moment ago and are not checked: only the first one used is found broken.
                    var losses = 0
                    for number in 0..<8 as Range<Int64> {
                        do { try await pool.query("same", ["value": number]) } catch PostgresError.connectionLost {
                            losses += 1
                        }
                    }
                    #expect(losses <= 1)
                }
            }
        }
    }

    @Test func `Closing a connection ends the statement, pipeline, COPY or rollback that runs on it`() async throws {
        try await TestDatabase.with { database in
            try await database.withConnection { observer in
                for phase in ["statement", "pipeline", "copy", "rollback"] {
                    try await database.withConnection(
                        Self.queries.merging(["copy": "copy (select pg_sleep(600)) to stdout"]) { $1 }
                    ) { connection in
                        let backend = try await connection.backend
                        let task = Task {
                            switch phase {
                            case "statement": try await connection.query("sleep")
                            case "pipeline":
                                _ = try await connection.pipeline([
                                    PostgresCommand("same", ["value": Int64(1)]), PostgresCommand("sleep"),
                                ])
                            case "copy": try await connection.withCopyOut("copy") { for try await _ in $0 {} }
                            default: try await connection.withTransaction { _ = try await $0.query("sleep") }
                            }
                        }
                        try await observer.waitUntil(
                            "exists (select from pg_stat_activity where pid = \(backend) and wait_event = 'PgSleep')")
                        await connection.close()
                        await expectLoss { try await task.value }
                        try await observer.execute("select pg_terminate_backend(\(backend))")
                    }
                }
            }
        }
    }

    @Test func `A connection may be closed and cancelled at the same time`() async throws {
        try await TestDatabase.with { database in
            for round in 0..<40 {
                try await database.withConnection(Self.queries) { connection in
                    let task = Task { try await connection.query("sleep") }
                    for _ in 0..<round { await Task.yield() }
                    async let closing: Void = connection.close()
                    task.cancel()
                    await closing
                    await #expect(throws: (any Error).self) { try await task.value }
                }
            }
        }
    }

    @Test func `The pool replaces its connections after a restart of the server`() async throws {
        try await PostgresServer.with { server in
            try await PostgresPool.lend(PostgresConfiguration(server.connectionString), Self.queries, size: 3) { pool in
                let restart = Restart()
                let working = (0..<3).map { _ in
                    Task {
                        // A task tolerates errors during the restart, and ends after fifty successive answers after it.
                        var answers = 0
                        while answers < 50 {
                            do {
                                try await pool.query("same", ["value": Int64(answers)])
                                answers += await restart.isOver ? 1 : 0
                            } catch let error as PostgresError where error.isUnavailability {
                                answers = 0
                            }
                        }
                    }
                }
                try await pool.query("same", ["value": Int64(1)])
                try await server.restart(.immediate)
                await restart.end()
                for task in working { try await task.value }
            }
        }
    }

    private actor Restart {
        private(set) var isOver = false
        func end() { isOver = true }
    }

    @Test func `Callers wait for an unreachable server until the acquire timeout`() async throws {
        try await PostgresServer.with { server in
            try await PostgresPool.lend(PostgresConfiguration(server.connectionString), Self.queries, size: 2) { pool in
                try await server.stop()
                let waiting = (0..<6 as Range<Int64>).map { number in Task { try await pool.query("same", ["value": number]) } }
                try await Task.sleep(for: .milliseconds(300))
                try await server.start()
                for task in waiting { _ = try await task.value }
            }
            try await PostgresPool.lend(
                PostgresConfiguration(server.connectionString), Self.queries, size: 2, acquireTimeout: .milliseconds(200)
            ) { pool in
                try await server.stop()
                let waiting = (0..<6 as Range<Int64>).map { number in Task { try await pool.query("same", ["value": number]) } }
                for task in waiting {
                    let error = await #expect(throws: PostgresError.self) { try await task.value }
                    guard case .cannotConnect? = error else {
                        Issue.record("the reason is missing: \(String(describing: error))")
                        continue
                    }
                }
                try await server.start()
            }
        }
    }

    @Test func `A connection to a stopped server process is closed after its timeout, or when it is cancelled`() async throws {
        try await PostgresServer.with { server in
            let configuration = PostgresConfiguration(server.connectionString, statementTimeout: .seconds(1))
            for isCancelled in [false, true] {
                try await PostgresConnection.lend(configuration, Self.queries) { connection in
                    let backend = try await connection.backend
                    let process = try #require(pid_t(backend))
                    kill(process, SIGSTOP)
                    defer { kill(process, SIGCONT) }
                    let task = Task { try await connection.query("same", ["value": Int64(1)]) }
                    if isCancelled {
                        try await Task.sleep(for: .milliseconds(20))
                        task.cancel()
                        await #expect(throws: CancellationError.self) { try await task.value }
                    } else {
                        await expectLoss { _ = try await task.value }
                    }
                    await expectLoss { _ = try await connection.execute("select 1") }
                }
            }
        }
    }
}
