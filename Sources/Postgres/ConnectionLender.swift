import Logging

/// Performs what ``PoolState`` decides.
actor ConnectionLender {
    private typealias Action = PoolState<PostgresConnection>.Action

    private var state: PoolState<PostgresConnection>
    private var waiters: [Int: CheckedContinuation<Action, any Error>] = [:]
    private var lastWaiter = 0
    private var lastFailure = PostgresError.poolExhausted
    private let acquireTimeout: Duration
    private let logger: Logger
    private let connect: @Sendable (_ limit: Duration) async throws -> PostgresConnection

    init(
        size: Int, acquireTimeout: Duration, logger: Logger,
        connect: @escaping @Sendable (_ limit: Duration) async throws -> PostgresConnection
    ) {
        state = PoolState(limit: size)
        self.acquireTimeout = acquireTimeout
        self.logger = logger
        self.connect = connect
    }

    func lend() async throws -> PostgresConnection {
        let deadline = ContinuousClock.now + acquireTimeout
        var action = state.wanted(now: .now)
        while true {
            switch action {
            case .refuse: throw PostgresError.poolClosed
            case .use(let connection, let isSuspect):
                if !isSuspect { return connection }
                if await connection.isAlive { return connection }
                await discard(connection)
                action = state.wanted(now: .now)
            case .wait: action = try await waitInLine(until: deadline)
            case .open:
                do {
                    let connection = try await connect(deadline - .now)
                    letOpen(state.opened())
                    return connection
                } catch let error as PostgresError {
                    logger.warning("\(error)")
                    lastFailure = error
                    action = state.openingFailed(now: .now, random: .random(in: 0..<1))
                } catch {
                    letOpen(state.openingGivenUp())
                    throw error
                }
            case .retry(let instant):
                do {
                    try await Task.sleep(until: min(instant, deadline))
                    if state.isClosed { throw PostgresError.poolClosed }
                    if instant >= deadline { throw lastFailure }
                    action = .open
                } catch {
                    letOpen(state.openingGivenUp())
                    throw error
                }
            }
        }
    }

    func takeBack(_ connection: PostgresConnection) async {
        if !connection.isAtRest {
            await connection.rollBack()
            guard connection.isAtRest else { return await discard(connection) }
        }
        switch state.returned(connection, now: .now) {
        case .handOver(let connection, let waiter): resume(waiter, .use(connection, isSuspect: false))
        case .close(let connection): await connection.close()
        case .keep: break
        }
    }

    func close() async {
        let (idle, waiting) = state.closed()
        for waiter in waiting { waiters.removeValue(forKey: waiter)?.resume(throwing: PostgresError.poolClosed) }
        for connection in idle { await connection.close() }
    }

    private func discard(_ connection: PostgresConnection) async {
        letOpen(state.lost(now: .now))
        await connection.close()
    }

    private func letOpen(_ allowed: [Int]) {
        for waiter in allowed { resume(waiter, .open) }
    }

    private func resume(_ waiter: Int, _ action: Action) {
        waiters.removeValue(forKey: waiter)?.resume(returning: action)
    }

    /// - Returns: what to do when this caller's turn has come.
    private func waitInLine(until deadline: ContinuousClock.Instant) async throws -> Action {
        lastWaiter += 1
        let waiter = lastWaiter
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                do {
                    try await Task.sleep(until: deadline)
                    await self.giveUp(waiter, nil)
                } catch {
                    // Cancelled: with the caller, or because the turn has come and nobody is in the line any more.
                    await self.giveUp(waiter, error)
                }
            }
            defer { group.cancelAll() }
            return try await withCheckedThrowingContinuation { continuation in
                state.waits(waiter)
                waiters[waiter] = continuation
            }
        }
    }

    /// - Parameter error: nil where the caller has waited long enough.
    private func giveUp(_ waiter: Int, _ error: (any Error)?) {
        guard state.gaveUp(waiter) else { return }
        let reason = error ?? (state.failures > 0 ? lastFailure : PostgresError.poolExhausted)
        waiters.removeValue(forKey: waiter)?.resume(throwing: reason)
    }
}
