import Logging

/// Carries out the actions of ``PoolState``: opens, lends and closes connections.
actor ConnectionPool {
    private typealias ReturnAction = PoolState<PostgresConnection>.ReturnAction

    private struct Waiter {
        let continuation: CheckedContinuation<PostgresConnection, any Error>
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
    /// The attempts to open a connection that are in progress.
    private var attempts: [Int: Task<Void, Never>] = [:]
    private var lastAttempt = 0
    /// The next time at which waiters are checked for timeout.
    private var nextTimeoutCheck: ContinuousClock.Instant?
    /// Read only if an attempt has failed since the last success.
    private var lastFailure = PostgresError.noAnswer
    private var unreplicated = 0
    private let acquireTimeout: Duration
    /// Time limit for an answer on the other connections after one timed out.
    private let unansweredLimit: Duration
    private let logger: Logger
    private let connect: @Sendable () async throws -> PostgresConnection

    init(
        size: Int, acquireTimeout: Duration, unansweredLimit: Duration, logger: Logger,
        connect: @escaping @Sendable () async throws -> PostgresConnection
    ) {
        state = PoolState(limit: size)
        self.acquireTimeout = acquireTimeout
        self.unansweredLimit = unansweredLimit
        self.logger = logger
        self.connect = connect
    }

    var activity: PoolActivity {
        PoolActivity(limit: state.limit, inUse: state.inUse, waiting: state.waiting.count, unreplicated: unreplicated)
    }

    func noteUnreplicated() { unreplicated += 1 }

    func acquire() async throws -> PostgresConnection {
        let deadline = ContinuousClock.now + acquireTimeout
        while true {
            switch state.requested(now: .now) {
            case .reject: throw PostgresError.poolClosed
            case .use(let connection, let needsCheck):
                if !needsCheck { return connection }
                if await connection.isAlive(within: Self.aliveTimeout), isCurrent(connection) { return connection }
                await discard(connection)
            case .wait: return try await waitInQueue(until: deadline)
            }
        }
    }

    func release(_ connection: PostgresConnection) async {
        if !connection.isIdle {
            await connection.rollBack()
            guard connection.isIdle else { return await discard(connection) }
        }
        guard isCurrent(connection) else { return await discard(connection) }
        await carryOut(state.returned(connection, now: .now))
    }

    private func carryOut(_ action: ReturnAction) async {
        switch action {
        case .handOver(let connection, let waiter):
            waiters.removeValue(forKey: waiter)?.continuation.resume(returning: connection)
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
        for attempt in attempts.values { attempt.cancel() }
        for (connection, _) in open.values { await connection.close() }
    }

    private func isCurrent(_ connection: PostgresConnection) -> Bool {
        open[ObjectIdentifier(connection)]?.generation == generation
    }

    private func discard(_ connection: PostgresConnection) async {
        let isFirst = connection.didTimeOut && isCurrent(connection)
        state.lost(now: .now)
        startOpenings()
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

    /// Opens connections for those who wait. They also get the connections that are returned meanwhile.
    private func startOpenings() {
        for _ in 0..<state.startOpenings() {
            lastAttempt += 1
            let attempt = lastAttempt
            attempts[attempt] = Task {
                await open()
                attempts[attempt] = nil
            }
        }
    }

    /// Opens a connection. While nobody can, one attempt is repeated for all who wait.
    private func open() async {
        while !state.isClosed, !Task.isCancelled {
            let generation = generation
            do {
                let connection = try await connect()
                open[ObjectIdentifier(connection)] = (connection, generation)
                await carryOut(state.opened(connection, now: .now))
                return startOpenings()
            } catch let error as PostgresError {
                logger.warning("\(error)")
                lastFailure = error
                guard let pause = state.openingFailed(random: .random(in: 0..<1)) else { return }
                try? await Task.sleep(for: pause)
                if state.waiting.isEmpty { break }
            } catch {
                break
            }
        }
        state.openingEnded()
    }

    /// Waits in the queue.
    /// - Returns: a connection that was returned or opened.
    /// - Throws: at the deadline, ``PostgresError/poolExhausted`` or why no connection could be opened;
    ///   ``PostgresError/poolClosed``.
    private func waitInQueue(until deadline: ContinuousClock.Instant) async throws -> PostgresConnection {
        lastWaiter += 1
        let waiter = lastWaiter
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                state.enqueue(waiter)
                waiters[waiter] = Waiter(continuation: continuation, deadline: deadline)
                scheduleTimeoutCheck(at: deadline)
                startOpenings()
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
        waiters.removeValue(forKey: waiter)?.continuation.resume(throwing: error ?? timeoutError)
    }

    private var timeoutError: PostgresError {
        if state.failures > 0 { return lastFailure }
        return state.isLent ? .poolExhausted : .noAnswer
    }
}
