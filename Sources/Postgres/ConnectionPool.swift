import Logging

/// Carries out the actions of ``PoolState``: opens, lends and closes connections.
actor ConnectionPool {
    private typealias Action = PoolState<PostgresConnection>.Action

    private struct Waiter {
        let continuation: CheckedContinuation<Action, any Error>
        let deadline: ContinuousClock.Instant
    }

    /// Time limit for an idle connection to answer the check before it is lent.
    private static let aliveTimeout = Duration.seconds(2)

    private var state: PoolState<PostgresConnection>
    /// All open connections, each with the generation in which it was opened.
    private var open: [ObjectIdentifier: (connection: PostgresConnection, generation: Int)] = [:]
    /// Increases when a connection times out. Connections of an earlier generation may be dead too and are not lent again.
    private var generation = 0
    private var waiters: [Int: Waiter] = [:]
    private var lastWaiter = 0
    /// Cancels the connection attempts in progress.
    private var attempts: [Int: @Sendable () -> Void] = [:]
    private var lastAttempt = 0
    /// The next time at which waiters are checked for timeout.
    private var nextTimeoutCheck: ContinuousClock.Instant?
    private var lastFailure = PostgresError.poolExhausted
    private let acquireTimeout: Duration
    /// Time limit for an answer on the other connections after one timed out.
    private let unansweredLimit: Duration
    private let logger: Logger
    private let connect: @Sendable (_ limit: Duration) async throws -> PostgresConnection

    init(
        size: Int, acquireTimeout: Duration, unansweredLimit: Duration, logger: Logger,
        connect: @escaping @Sendable (_ limit: Duration) async throws -> PostgresConnection
    ) {
        state = PoolState(limit: size)
        self.acquireTimeout = acquireTimeout
        self.unansweredLimit = unansweredLimit
        self.logger = logger
        self.connect = connect
    }

    func acquire() async throws -> PostgresConnection {
        let deadline = ContinuousClock.now + acquireTimeout
        var action = state.requested(now: .now)
        while true {
            switch action {
            case .reject: throw PostgresError.poolClosed
            case .use(let connection, let needsCheck):
                if !needsCheck { return connection }
                if await connection.isAlive(within: Self.aliveTimeout), isCurrent(connection) { return connection }
                await discard(connection)
                action = state.requested(now: .now)
            case .wait: action = try await waitInQueue(until: deadline)
            case .open:
                do {
                    let connection = try await opened(within: deadline - .now)
                    startOpenings(state.opened())
                    return connection
                } catch let error as PostgresError where error != .poolClosed {
                    logger.warning("\(error)")
                    lastFailure = error
                    action = state.openingFailed(now: .now, random: .random(in: 0..<1))
                } catch {
                    startOpenings(state.openingCancelled())
                    throw error
                }
            case .retry(let instant):
                do {
                    try await abortable { try await Task.sleep(until: min(instant, deadline)) }
                    if state.isClosed { throw PostgresError.poolClosed }
                    if instant >= deadline { throw lastFailure }
                    action = .open
                } catch {
                    startOpenings(state.openingCancelled())
                    throw error
                }
            }
        }
    }

    func release(_ connection: PostgresConnection) async {
        if !connection.isIdle {
            await connection.rollBack()
            guard connection.isIdle else { return await discard(connection) }
        }
        guard isCurrent(connection) else { return await discard(connection) }
        switch state.returned(connection, now: .now) {
        case .handOver(let connection, let waiter): resume(waiter, .use(connection, needsCheck: false))
        case .close(let connection): await close(connection)
        case .keep: break
        }
    }

    func close() async {
        let (idle, waiting) = state.closed()
        for waiter in waiting { waiters.removeValue(forKey: waiter)?.continuation.resume(throwing: PostgresError.poolClosed) }
        for connection in idle { await close(connection) }
    }

    func abort() async {
        await close()
        for end in attempts.values { end() }
        for (connection, _) in open.values { await connection.close() }
    }

    private func isCurrent(_ connection: PostgresConnection) -> Bool {
        open[ObjectIdentifier(connection)]?.generation == generation
    }

    private func discard(_ connection: PostgresConnection) async {
        let isFirst = connection.didTimeOut && isCurrent(connection)
        startOpenings(state.lost(now: .now))
        await close(connection)
        if isFirst { await replaceIdle() }
    }

    private func close(_ connection: PostgresConnection) async {
        open[ObjectIdentifier(connection)] = nil
        await connection.close()
    }

    /// Closes all idle connections after one timed out, and those in use whose answer takes longer than
    /// ``unansweredLimit``: they may be as dead, and their callers must not wait for the long limit of a statement.
    private func replaceIdle() async {
        generation += 1
        let idle = state.removeIdle()
        logger.warning("a connection to PostgreSQL timed out: replacing \(idle.count) idle connections")
        for connection in idle { await close(connection) }
        for (connection, _) in open.values { await connection.limitAnswer(to: unansweredLimit) }
    }

    private func opened(within limit: Duration) async throws -> PostgresConnection {
        let (connect, generation) = (connect, generation)
        let connection = try await abortable { try await connect(limit) }
        if state.isClosed {
            await connection.close()
            throw PostgresError.poolClosed
        }
        open[ObjectIdentifier(connection)] = (connection, generation)
        return connection
    }

    /// Runs `work`. ``abort()`` cancels it; then this throws ``PostgresError/poolClosed``.
    private func abortable<Value: Sendable>(
        _ work: @escaping @concurrent @Sendable () async throws -> Value
    ) async throws -> Value {
        let task = Task(operation: work)
        lastAttempt += 1
        let attempt = lastAttempt
        attempts[attempt] = { task.cancel() }
        defer { attempts[attempt] = nil }
        do {
            return try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                task.cancel()
            }
        } catch is CancellationError where state.isClosed && !Task.isCancelled {
            throw PostgresError.poolClosed
        }
    }

    private func startOpenings(_ allowed: [Int]) {
        for waiter in allowed { resume(waiter, .open) }
    }

    private func resume(_ waiter: Int, _ action: Action) {
        waiters.removeValue(forKey: waiter)?.continuation.resume(returning: action)
    }

    /// Waits in the queue.
    /// - Returns: the action when it is this caller's turn.
    /// - Throws: ``PostgresError/poolExhausted`` or the last connection error at the deadline; ``PostgresError/poolClosed``.
    private func waitInQueue(until deadline: ContinuousClock.Instant) async throws -> Action {
        lastWaiter += 1
        let waiter = lastWaiter
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                state.enqueue(waiter)
                waiters[waiter] = Waiter(continuation: continuation, deadline: deadline)
                scheduleTimeoutCheck(at: deadline)
            }
        } onCancel: {
            // The task runs on this actor after the caller has suspended, so the waiter is in the queue by then.
            Task { await self.stopWaiting(waiter, CancellationError()) }
        }
    }

    /// Schedules a timeout check of all waiters. One timer serves all: most waiters are served early, and the system keeps a
    /// superfluous timer until it expires.
    private func scheduleTimeoutCheck(at instant: ContinuousClock.Instant) {
        if let nextTimeoutCheck, nextTimeoutCheck <= instant { return }
        nextTimeoutCheck = instant
        Task {
            try? await Task.sleep(until: instant)
            nextTimeoutCheck = nil
            for (waiter, entry) in waiters where entry.deadline <= .now { stopWaiting(waiter, nil) }
            if let next = waiters.values.map(\.deadline).min() { scheduleTimeoutCheck(at: next) }
        }
    }

    /// - Parameter error: nil if the waiter timed out.
    private func stopWaiting(_ waiter: Int, _ error: (any Error)?) {
        guard state.removeWaiter(waiter) else { return }
        let reason = error ?? (state.failures > 0 ? lastFailure : PostgresError.poolExhausted)
        waiters.removeValue(forKey: waiter)?.continuation.resume(throwing: reason)
    }
}
