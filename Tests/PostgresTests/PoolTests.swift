import Logging
import Postgres
import ServiceLifecycle
import TestServers
import Testing

@Suite(.needsPostgres) struct `Connection pool` {
    private static let queries = ["sleep": "select pg_sleep(600)", "same": "select :value::bigint"]

    /// Blocks `pass()` until `open()` is called.
    private final class Gate: Sendable {
        private let stream: AsyncStream<Void>
        private let end: AsyncStream<Void>.Continuation
        init() { (stream, end) = AsyncStream.makeStream() }
        func pass() async { for await _ in stream {} }
        func open() { end.finish() }
    }

    @Test func `A pool is exhausted after the acquire timeout and recovers when a connection is returned`() async throws {
        try await TestDatabase.with { database in
            try await database.withPool(Self.queries, size: 1, acquireTimeout: .milliseconds(200)) { pool in
                // Connecting may take longer than the timeout on a busy machine; from here on the connection is open.
                while (try? await pool.query("same", ["value": Int64(1)])) == nil {}
                let (gate, taken) = (Gate(), Gate())
                let holder = Task {
                    try await pool.withConnection { _ in
                        taken.open()
                        await gate.pass()
                    }
                }
                await taken.pass()
                let error = await #expect(throws: PostgresError.self) { try await pool.query("same", ["value": Int64(1)]) }
                #expect(error == .poolExhausted)
                #expect(error?.isUnavailability == true)
                gate.open()
                try await holder.value
                try await pool.query("same", ["value": Int64(1)])
            }
        }
    }

    @Test func `Waiting callers get connections in the order of their requests`() async throws {
        try await TestDatabase.with { database in
            try await database.withPool(Self.queries, size: 1) { pool in
                let (gate, taken) = (Gate(), Gate())
                let holder = Task {
                    try await pool.withConnection { _ in
                        taken.open()
                        await gate.pass()
                    }
                }
                await taken.pass()
                let (served, serve) = AsyncStream.makeStream(of: Int.self)
                try await withThrowingTaskGroup { group in
                    for number in 0..<10 {
                        group.addTask {
                            try await pool.withConnection { connection in
                                serve.yield(number)
                                try await connection.query("same", ["value": Int64(number)])
                            }
                        }
                        try await Task.sleep(for: .milliseconds(20))  // each must be in the queue before the next
                    }
                    gate.open()
                    try await group.waitForAll()
                }
                serve.finish()
                try await holder.value
                let order = await served.reduce(into: []) { $0.append($1) }
                #expect(order == Array(0..<10))
            }
        }
    }

    @Test func `A pool never opens more connections than its size`() async throws {
        try await TestDatabase.with { database in
            try await database.withConnection { observer in
                try await database.withPool(Self.queries, size: 3) { pool in
                    try await withThrowingTaskGroup { group in
                        for number in 0..<200 as Range<Int64> {
                            group.addTask { try await pool.query("same", ["value": number])[0].get(0) as Int64 }
                        }
                        let sum = try await group.reduce(0, +)
                        #expect(sum == 199 * 100)
                    }
                    // The observer's own connection is one more.
                    let count = try await observer.text("select \(connectionCount)")
                    #expect(Int(count).map { $0 <= 4 } == true)
                }
            }
        }
    }

    @Test func `A closed pool rejects new callers and lets running work finish`() async throws {
        try await TestDatabase.with { database in
            try await database.withConnection { observer in
                try await database.withPool(Self.queries, size: 1) { pool in
                    let (gate, taken) = (Gate(), Gate())
                    let holder = Task {
                        try await pool.withConnection { connection in
                            taken.open()
                            await gate.pass()
                            return try await connection.query("same", ["value": Int64(7)])[0].get(0, as: Int64.self)
                        }
                    }
                    await taken.pass()
                    let waiter = Task { try await pool.query("same", ["value": Int64(1)]) }
                    try await Task.sleep(for: .milliseconds(20))
                    await pool.close()
                    await #expect(throws: PostgresError.poolClosed) { try await waiter.value }
                    await #expect(throws: PostgresError.poolClosed) { try await pool.query("same", ["value": Int64(1)]) }
                    gate.open()
                    let number = try await holder.value
                    #expect(number == 7)
                    try await observer.waitUntil(
                        "\(connectionCount) = 1")
                }
            }
        }
    }

    @Test func `A pool closes on graceful shutdown`() async throws {
        try await TestDatabase.with { database in
            try await database.withConnection { observer in
                try await database.withPool(Self.queries, size: 2) { pool in
                    try await pool.query("same", ["value": Int64(1)])
                    let group = ServiceGroup(services: [pool], logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
                    let running = Task { try await group.run() }
                    try await pool.query("same", ["value": Int64(1)])
                    await group.triggerGracefulShutdown()
                    try await running.value
                    await #expect(throws: PostgresError.poolClosed) { try await pool.query("same", ["value": Int64(1)]) }
                    try await observer.waitUntil(
                        "\(connectionCount) = 1")
                }
            }
        }
    }

    @Test func `Sixty-four waiting statements block no thread of the cooperative pool`() async throws {
        // More statements wait at the same time than the cooperative pool has threads.
        try await PostgresServer.with { server in
            let configuration = PostgresConfiguration(server.connectionString)
            try await PostgresConnection.lend(configuration) { gatekeeper in
                try await gatekeeper.execute("select pg_advisory_lock(1)")
                let queries = ["wait": "select 1::bigint from pg_advisory_lock_shared(1)"]
                try await PostgresPool.lend(configuration, queries, size: 64) { pool in
                    try await withThrowingTaskGroup { group in
                        for _ in 0..<64 { group.addTask { try await pool.query("wait")[0].get(0) as Int64 } }
                        try await gatekeeper.waitUntil("(select count(*) from pg_locks where not granted) = 64")
                        try await gatekeeper.execute("select pg_advisory_unlock(1)")
                        let answers = try await group.reduce(0, +)
                        #expect(answers == 64)
                    }
                }
            }
        }
    }
}
