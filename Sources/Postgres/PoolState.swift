/// Who has which connection, as a value: it takes an event and says what is to be done. ``PostgresPool`` does it.
struct PoolState<Connection> {
    enum Action {
        case use(Connection, idleSince: ContinuousClock.Instant)
        case open
        case wait
        case refuse
    }

    enum ReturnAction {
        case handOver(Connection, to: Int)
        case keep
        case close(Connection)
        /// The connection is gone; its place is free for this waiter to open another.
        case letOpen(Int)
        case nothing
    }

    private(set) var idle: [(connection: Connection, since: ContinuousClock.Instant)] = []
    /// Connections lent out or being opened.
    private(set) var inUse = 0
    private(set) var waiting: [Int] = []
    private(set) var isClosed = false
    private(set) var failures = 0
    private(set) var retryAt: ContinuousClock.Instant?
    let limit: Int

    init(limit: Int) { self.limit = limit }

    /// Somebody wants a connection. The one used last comes first: its statements are prepared and its caches warm.
    mutating func wanted() -> Action {
        if isClosed { return .refuse }
        if let last = idle.popLast() {
            inUse += 1
            return .use(last.connection, idleSince: last.since)
        }
        guard inUse < limit else { return .wait }
        inUse += 1
        return .open
    }

    mutating func waits(_ waiter: Int) { waiting.append(waiter) }

    /// - Returns: whether the waiter was still in the line.
    mutating func gaveUp(_ waiter: Int) -> Bool {
        guard let place = waiting.firstIndex(of: waiter) else { return false }
        waiting.remove(at: place)
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

    /// A connection broke or could not be opened.
    mutating func lost() -> ReturnAction {
        if !isClosed, !waiting.isEmpty { return .letOpen(waiting.removeFirst()) }
        inUse -= 1
        return .nothing
    }

    mutating func opened() {
        failures = 0
        retryAt = nil
    }

    /// An attempt to connect failed. The next one, by whomever, waits: 50 ms doubled each time to at most 2 s, of which a
    /// random half is left out, so that many processes do not knock at the same moment.
    mutating func openingFailed(now: ContinuousClock.Instant, random: Double) {
        let whole = min(2000, 50 << min(failures, 6))
        failures += 1
        retryAt = now + .milliseconds(Double(whole) * (0.5 + random / 2))
    }

    mutating func closed() -> (idle: [Connection], waiting: [Int]) {
        isClosed = true
        defer { (idle, waiting) = ([], []) }
        return (idle.map(\.connection), waiting)
    }
}
