/// The state of a pool as a value: takes an event, returns an action. ``ConnectionPool`` carries the actions out.
struct PoolState<Connection: Sendable> {
    enum Action: Sendable {
        /// - Parameter needsCheck: whether to check first that the server still answers.
        case use(Connection, needsCheck: Bool)
        /// Wait in the queue, see ``enqueue(_:)``, for a returned or a new connection, see ``startOpenings()``.
        case wait
        case reject
    }

    enum ReturnAction {
        case handOver(Connection, to: Int)
        case keep
        case close(Connection)
    }

    private(set) var idle: [(connection: Connection, since: ContinuousClock.Instant)] = []
    /// Connections lent and connections being opened.
    private(set) var inUse = 0
    private(set) var opening = 0
    /// Whether a caller has a connection.
    var isLent: Bool { inUse > opening }
    private(set) var waiting: [Int] = []
    private(set) var isClosed = false
    /// Failed connection attempts since the last success.
    private(set) var failures = 0
    /// When a connection was last found broken. Connections idle since before that may be broken too.
    private var lastLost: ContinuousClock.Instant?
    let limit: Int

    init(limit: Int) { self.limit = limit }

    /// A caller requests a connection. The most recently used one is lent first: its statements are prepared and its caches
    /// are warm.
    mutating func requested(now: ContinuousClock.Instant) -> Action {
        if isClosed { return .reject }
        if let last = idle.popLast() {
            inUse += 1
            // A connection that was in use less than a second ago is not checked.
            let needsCheck = now - last.since >= .seconds(1) || lastLost.map { last.since <= $0 } ?? false
            return .use(last.connection, needsCheck: needsCheck)
        }
        return .wait
    }

    mutating func enqueue(_ waiter: Int) { waiting.append(waiter) }

    /// Removes a waiter from the queue.
    /// - Returns: whether the waiter was still in it.
    mutating func removeWaiter(_ waiter: Int) -> Bool {
        guard let index = waiting.firstIndex(of: waiter) else { return false }
        waiting.remove(at: index)
        return true
    }

    mutating func returned(_ connection: Connection, now: ContinuousClock.Instant) -> ReturnAction {
        if isClosed {
            inUse -= 1
            return .close(connection)
        }
        if waiting.isEmpty {
            inUse -= 1
            idle.append((connection, now))
            return .keep
        }
        return .handOver(connection, to: waiting.removeFirst())
    }

    /// A lent connection was closed.
    mutating func lost(now: ContinuousClock.Instant) {
        inUse -= 1
        lastLost = now
    }

    /// A connection timed out: idle ones may be dead too, and only another timeout would show it.
    /// - Returns: all idle connections, to be closed.
    mutating func removeIdle() -> [Connection] {
        defer { idle = [] }
        return idle.map(\.connection)
    }

    /// - Returns: how many connections to open now. Each ends with ``opened(_:now:)``, ``openingFailed(random:)`` or
    ///   ``openingEnded()``.
    mutating func startOpenings() -> Int {
        let before = opening
        // While the server is unreachable, there is one attempt at a time.
        while !isClosed, opening < waiting.count, inUse < limit, failures == 0 || opening == 0 {
            inUse += 1
            opening += 1
        }
        return opening - before
    }

    mutating func opened(_ connection: Connection, now: ContinuousClock.Instant) -> ReturnAction {
        opening -= 1
        failures = 0
        return returned(connection, now: now)
    }

    /// - Returns: the delay after which to try again if ``waiting`` is not empty; nil: another attempt is in progress, and this one
    ///   has ended. The delay is 50 ms, doubling to 2 s, minus up to 50 % jitter so that many processes do not retry at the same
    ///   moment.
    mutating func openingFailed(random: Double) -> Duration? {
        if opening > 1 {
            openingEnded()
            failures = max(failures, 1)
            return nil
        }
        let whole = min(2000, 50 << min(failures, 6))
        failures += 1
        return .milliseconds(Double(whole) * (0.5 + random / 2))
    }

    /// An attempt ended without a connection.
    mutating func openingEnded() {
        opening -= 1
        inUse -= 1
    }

    mutating func closed() -> (idle: [Connection], waiting: [Int]) {
        isClosed = true
        defer { (idle, waiting) = ([], []) }
        return (idle.map(\.connection), waiting)
    }
}
