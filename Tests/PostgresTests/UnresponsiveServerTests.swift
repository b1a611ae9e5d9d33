import Postgres
import TestServers
import Testing

/// A network device that acknowledges packets without forwarding them hides that the server is unreachable.
@Suite(.needsPostgres, .timeLimit(.minutes(1))) struct `Unresponsive servers` {
    private static let queries = ["same": "select :value::bigint"]

    @Test func `A silent listening connection is pinged and closed if no answer comes`() async throws {
        try await TestDatabase.with { database in
            try await SilentProxy.with(database.connectionString) { proxy in
                let configuration = PostgresConfiguration(proxy.through(database.connectionString))
                try await PostgresConnection.lend(configuration) { listener in
                    await expectLoss {
                        try await listener.listen(
                            on: ["taps"], limits: ListenLimits(pingAfter: .milliseconds(100), pingTimeout: .milliseconds(100))
                        ) { _ in proxy.silence() }
                    }
                    #expect(listener.didTimeOut)
                }
            }
        }
    }

    @Test func `A silent listening connection stays open if the server answers, and misses no notification`() async throws {
        struct Enough: Error {}
        try await TestDatabase.with { database in
            try await database.withConnection { sender in
                try await database.withConnection { listener in
                    var (ticks, heard) = (0, [String]())
                    await #expect(throws: Enough.self) {
                        try await listener.listen(
                            on: ["taps"], limits: ListenLimits(pingAfter: .milliseconds(5), pingTimeout: .seconds(30)),
                            every: .milliseconds(20)
                        ) { arrived in
                            heard += arrived.map(\.payload)
                            if heard.count == 10 { throw Enough() }
                        } tick: {
                            ticks += 1
                            try await sender.execute("notify taps, '\(ticks)'")
                        }
                    }
                    #expect(heard == (1...10).map(String.init))
                }
            }
        }
    }

    @Test func `A COPY without rows is closed after the answer timeout`() async throws {
        try await TestDatabase.with { database in
            try await SilentProxy.with(database.connectionString) { proxy in
                var configuration = PostgresConfiguration(proxy.through(database.connectionString))
                configuration.answerGrace = .milliseconds(100)
                configuration.statementTimeout = .milliseconds(100)
                try await PostgresConnection.lend(configuration, ["copy": "copy (select 1) to stdout"]) { connection in
                    proxy.silence()
                    await expectLoss { try await connection.withCopyOut("copy") { _ in } }
                    #expect(connection.didTimeOut)
                }
            }
        }
    }

    @Test func `While new connections are silent, callers share those that are open`() async throws {
        try await TestDatabase.with { database in
            try await SilentProxy.with(database.connectionString) { proxy in
                let configuration = PostgresConfiguration(proxy.through(database.connectionString))
                try await PostgresPool.lend(configuration, Self.queries, size: 8) { pool in
                    try await pool.query("same", ["value": Int64(0)])
                    proxy.silenceNew(true)
                    try await withThrowingTaskGroup { group in
                        for number in 1...20 as ClosedRange<Int64> {
                            group.addTask { try await pool.query("same", ["value": number])[0].get(0) as Int64 }
                        }
                        let sum = try await group.reduce(0, +)
                        #expect(sum == 210)
                    }
                }
            }
        }
    }

    @Test func `After one connection timed out, the pool replaces all idle connections`() async throws {
        try await TestDatabase.with { database in
            try await SilentProxy.with(database.connectionString) { proxy in
                let configuration = PostgresConfiguration(proxy.through(database.connectionString))
                try await PostgresPool.lend(configuration, Self.queries, size: 3) { pool in
                    let gate = AsyncStream.makeStream(of: Void.self)
                    let taken = AsyncStream.makeStream(of: Void.self)
                    var old: Set<String> = []
                    try await withThrowingTaskGroup(of: String.self) { group in
                        for _ in 0..<3 {
                            group.addTask {
                                try await pool.withConnection {
                                    let backend = try await $0.backend
                                    taken.continuation.yield()
                                    for await _ in gate.stream { break }
                                    return backend
                                }
                            }
                        }
                        for await _ in taken.stream.prefix(3) {}
                        gate.continuation.finish()
                        old = try await group.reduce(into: []) { $0.insert($1) }
                    }
                    try #require(old.count == 3)
                    proxy.silence()
                    // The first caller detects it. Later callers do not wait for the two other connections.
                    await expectLoss {
                        try await pool.withConnection { connection in
                            try await connection.withStatementLimit(to: .milliseconds(100)) { _ in }
                        }
                    }
                    var new: Set<String> = []
                    for _ in 0..<6 { new.insert(try await pool.withConnection { try await $0.backend }) }
                    #expect(new.count == 1 && new.isDisjoint(with: old))
                }
            }
        }
    }

    @Test func `After one connection timed out, statements on silent connections end soon, however long their own limit is`()
        async throws
    {
        try await TestDatabase.with { database in
            try await SilentProxy.with(database.connectionString) { proxy in
                var configuration = PostgresConfiguration(proxy.through(database.connectionString))
                // Without a limit: the statements end only if the pool ends them.
                configuration.statementTimeout = .zero
                try await PostgresPool.lend(
                    configuration, Self.queries, size: 3, unansweredLimit: .milliseconds(200)
                ) { pool in
                    let lent = AsyncStream.makeStream(of: Void.self)
                    let gates = (0..<2).map { _ in AsyncStream.makeStream(of: Void.self) }
                    try await withThrowingTaskGroup(of: Void.self) { group in
                        for gate in gates {
                            group.addTask {
                                try await pool.withConnection { connection in
                                    try await connection.query("same", ["value": Int64(1)])
                                    lent.continuation.yield()
                                    for await _ in gate.stream { break }
                                    await expectLoss { try await connection.query("same", ["value": Int64(2)]) }
                                }
                            }
                        }
                        try await pool.withConnection { connection in
                            var others = lent.stream.makeAsyncIterator()
                            for _ in gates { await others.next() }
                            proxy.silence()
                            for gate in gates { gate.continuation.finish() }
                            await expectLoss { try await connection.withStatementLimit(to: .milliseconds(100)) { _ in } }
                        }
                        try await group.waitForAll()
                    }
                }
            }
        }
    }

    @Test func `A connection that was idle for a second is checked before it is lent`() async throws {
        try await TestDatabase.with { database in
            try await SilentProxy.with(database.connectionString) { proxy in
                let configuration = PostgresConfiguration(proxy.through(database.connectionString))
                try await PostgresPool.lend(configuration, Self.queries, size: 3) { pool in
                    try await pool.query("same", ["value": Int64(1)])
                    proxy.silence()
                    try await Task.sleep(for: .milliseconds(1100))
                    let number: Int64 = try await pool.query("same", ["value": Int64(7)])[0].get(0)
                    #expect(number == 7)
                }
            }
        }
    }

    @Test func `Aborting a pool ends the statements on its connections and the callers that wait`() async throws {
        try await TestDatabase.with { database in
            try await SilentProxy.with(database.connectionString) { proxy in
                let configuration = PostgresConfiguration(proxy.through(database.connectionString))
                try await PostgresPool.lend(configuration, Self.queries, size: 2) { pool in
                    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
                    let lent = Task {
                        try await pool.withConnection { connection in
                            try await connection.query("same", ["value": Int64(1)])
                            proxy.silence()
                            proxy.silenceNew(true)
                            begin.yield()
                            try await connection.query("same", ["value": Int64(2)])
                        }
                    }
                    for await _ in begun { break }
                    // One caller opens a connection, the others wait in the queue.
                    let waiting = (0..<3 as Range<Int64>).map { number in
                        Task { try await pool.query("same", ["value": number]) }
                    }
                    try await Task.sleep(for: .milliseconds(50))
                    await pool.abort()
                    await expectLoss { try await lent.value }
                    for task in waiting {
                        await #expect(throws: PostgresError.poolClosed) { try await task.value }
                    }
                }
            }
        }
    }

    @Test func `A statement limit applies at the server too`() async throws {
        try await TestDatabase.with { database in
            try await database.withConnection { connection in
                let error = await #expect(throws: PostgresError.self) {
                    try await connection.withStatementLimit(to: .milliseconds(500)) { connection in
                        let timeout = try await connection.text("show statement_timeout")
                        #expect(timeout == "400ms")
                        _ = try await connection.execute("begin; select pg_sleep(600)")
                    }
                }
                #expect(error?.sqlState == "57014")
                let timeout = try await connection.text("show statement_timeout")
                #expect(timeout == "1min")
            }
        }
    }
}
