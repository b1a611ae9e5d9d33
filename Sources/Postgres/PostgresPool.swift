package import Logging
import ServiceLifecycle

/// Lends connections. While PostgreSQL is away a caller waits for it, for at most the acquire timeout.
package struct PostgresPool: Service {
    private let lender: ConnectionLender

    /// - Parameter acquireTimeout: how long a caller waits for a connection before it gets an error.
    package init(
        _ configuration: PostgresConfiguration, queries: PostgresQueryCatalog, size: Int,
        acquireTimeout: Duration = .seconds(5), loop: PostgresEventLoop = .shared, logger: Logger
    ) {
        lender = ConnectionLender(
            state: PoolState(limit: size), acquireTimeout: acquireTimeout, logger: logger,
            connect: { try await PostgresConnection.connect(configuration, queries: queries, loop: loop) })
    }

    /// Keeps the pool open until graceful shutdown, then closes it. Connections lent out go when they come back.
    package func run() async throws {
        await cancelWhenGracefulShutdown {
            try? await Task.sleep(for: .seconds(Int64.max / 4))
        }
        await lender.close()
    }

    package func close() async { await lender.close() }

    /// Lends a connection to `body`. A transaction that `body` leaves open is rolled back.
    package func withConnection<Value>(_ body: (PostgresConnection) async throws -> Value) async throws -> Value {
        let connection = try await lender.lend()
        do {
            let value = try await body(connection)
            await lender.giveBack(connection)
            return value
        } catch {
            await connection.rollBack()
            await lender.giveBack(connection, afterError: true)
            throw error
        }
    }

    package func withTransaction<Value>(_ body: (PostgresConnection) async throws -> Value) async throws -> Value {
        try await withConnection { connection in
            try await connection.withTransaction(body)
        }
    }

    @discardableResult
    package func query(_ query: PostgresQuery, _ values: (any PostgresEncodable)?...) async throws -> PostgresResult {
        let command = PostgresCommand(query, values: values)
        return try await withConnection { try await $0.pipeline([command])[0] }
    }
}

/// Performs what ``PoolState`` decides.
private actor ConnectionLender {
    private typealias Waiter = CheckedContinuation<PostgresConnection?, any Error>

    private var state: PoolState<PostgresConnection>
    private var waiters: [Int: Waiter] = [:]
    private var lastWaiter = 0
    private let acquireTimeout: Duration
    private let logger: Logger
    private let connect: @Sendable () async throws -> PostgresConnection

    init(
        state: PoolState<PostgresConnection>, acquireTimeout: Duration, logger: Logger,
        connect: @escaping @Sendable () async throws -> PostgresConnection
    ) {
        self.state = state
        self.acquireTimeout = acquireTimeout
        self.logger = logger
        self.connect = connect
    }

    func lend() async throws -> PostgresConnection {
        let deadline = ContinuousClock.now + acquireTimeout
        while true {
            switch state.wanted() {
            case .refuse: throw PostgresError.poolClosed
            case .open: return try await open(until: deadline)
            case .wait:
                if let connection = try await waitInLine(until: deadline) { return connection }
                return try await open(until: deadline)
            case .use(let connection, let idleSince):
                // One that was busy a moment ago is believed; one that rested may have been hung up on.
                if .now - idleSince < .seconds(1) { return connection }
                if await connection.isAlive { return connection }
                await discard(connection)
            }
        }
    }

    func giveBack(_ connection: PostgresConnection, afterError: Bool = false) async {
        if afterError, await !connection.isAlive {
            await discard(connection)
            return
        }
        switch state.returned(connection, now: .now) {
        case .handOver(let connection, let waiter): waiters.removeValue(forKey: waiter)?.resume(returning: connection)
        case .close(let connection): await connection.close()
        case .keep, .letOpen, .nothing: break
        }
    }

    func close() async {
        let (idle, waiting) = state.closed()
        for waiter in waiting { waiters.removeValue(forKey: waiter)?.resume(throwing: PostgresError.poolClosed) }
        for connection in idle { await connection.close() }
    }

    private func discard(_ connection: PostgresConnection) async {
        freePlace()
        await connection.close()
    }

    private func freePlace() {
        if case .letOpen(let waiter) = state.lost() { waiters.removeValue(forKey: waiter)?.resume(returning: nil) }
    }

    /// Opens a connection in a place that ``PoolState`` has already counted as in use.
    private func open(until deadline: ContinuousClock.Instant) async throws -> PostgresConnection {
        do {
            while true {
                if let retryAt = state.retryAt, retryAt > .now { try await Task.sleep(until: min(retryAt, deadline)) }
                if state.isClosed { throw PostgresError.poolClosed }
                do {
                    let connection = try await connect()
                    state.opened()
                    return connection
                } catch let error as PostgresError {
                    state.openingFailed(now: .now, random: .random(in: 0..<1))
                    logger.warning("\(error)")
                    guard let retryAt = state.retryAt, retryAt < deadline else { throw error }
                }
            }
        } catch {
            freePlace()
            throw error
        }
    }

    /// - Returns: a connection, or nil where a place has become free to open one.
    private func waitInLine(until deadline: ContinuousClock.Instant) async throws -> PostgresConnection? {
        lastWaiter += 1
        let waiter = lastWaiter
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await Task.sleep(until: deadline)
                await self.giveUp(waiter, PostgresError.poolExhausted)
            }
            defer { group.cancelAll() }
            return try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    state.waits(waiter)
                    waiters[waiter] = continuation
                    if Task.isCancelled { giveUp(waiter, CancellationError()) }
                }
            } onCancel: {
                // The line is this actor's: the removal has to travel there, and nobody needs to wait for it.
                Task { await self.giveUp(waiter, CancellationError()) }
            }
        }
    }

    private func giveUp(_ waiter: Int, _ error: any Error) {
        guard state.gaveUp(waiter) else { return }
        waiters.removeValue(forKey: waiter)?.resume(throwing: error)
    }
}
