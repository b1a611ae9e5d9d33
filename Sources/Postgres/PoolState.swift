/// Who has which connection, as a value: it takes an event and says what is to be done. ``ConnectionLender`` does it.
struct PoolState<Connection: Sendable> {
    enum Action: Sendable {
        /// - Parameter isSuspect: whether to look first if the server has hung up.
        case use(Connection, isSuspect: Bool)
        /// Open a connection; then say ``opened()``, ``openingFailed(now:random:)`` or ``openingGivenUp()``.
        case open
        /// Open a connection at this instant, not before.
        case retry(at: ContinuousClock.Instant)
        /// Stand in the line: ``waits(_:)``.
        case wait
        case refuse
    }

    enum ReturnAction {
        case handOver(Connection, to: Int)
        case keep
        case close(Connection)
    }

    private(set) var idle: [(connection: Connection, since: ContinuousClock.Instant)] = []
    /// Connections lent out, and those being opened.
    private(set) var inUse = 0
    private(set) var opening = 0
    private(set) var waiting: [Int] = []
    private(set) var isClosed = false
    /// Attempts to connect that have failed since the last one that did not.
    private(set) var failures = 0
    /// When a connection was last found broken: what rests since before that may be broken too.
    private var lastLoss: ContinuousClock.Instant?
    let limit: Int

    init(limit: Int) { self.limit = limit }

    /// Somebody wants a connection. The one used last comes first: its statements are prepared and its caches warm.
    mutating func wanted(now: ContinuousClock.Instant) -> Action {
        if isClosed { return .refuse }
        if let last = idle.popLast() {
            inUse += 1
            // One that was busy a moment ago is believed.
            let isSuspect = now - last.since >= .seconds(1) || lastLoss.map { last.since <= $0 } ?? false
            return .use(last.connection, isSuspect: isSuspect)
        }
        guard mayOpen, waiting.isEmpty else { return .wait }
        inUse += 1
        opening += 1
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

    /// A connection that was lent is no more.
    /// - Returns: who of the line opens one now, with a place already counted for each.
    mutating func lost(now: ContinuousClock.Instant) -> [Int] {
        inUse -= 1
        lastLoss = now
        return letOpen()
    }

    /// A connection died by silence: what rests may be as dead, and only a long wait would tell.
    /// - Returns: all that rested; none of them is lent again.
    mutating func fellSilent() -> [Connection] {
        defer { idle = [] }
        return idle.map(\.connection)
    }

    /// - Returns: as ``lost(now:)``.
    mutating func opened() -> [Int] {
        opening -= 1
        failures = 0
        return letOpen()
    }

    /// An attempt to connect failed. While the server is away one caller knocks for all: after 50 ms, doubled each time to at
    /// most 2 s, of which a random part up to the half is left out, so that many processes do not knock at the same moment.
    mutating func openingFailed(now: ContinuousClock.Instant, random: Double) -> Action {
        if isClosed {
            _ = openingGivenUp()
            return .refuse
        }
        if opening > 1 {
            opening -= 1
            inUse -= 1
            failures = max(failures, 1)
            return .wait
        }
        let whole = min(2000, 50 << min(failures, 6))
        failures += 1
        return .retry(at: now + .milliseconds(Double(whole) * (0.5 + random / 2)))
    }

    /// Who was opening a connection will do so no more.
    /// - Returns: as ``lost(now:)``.
    mutating func openingGivenUp() -> [Int] {
        opening -= 1
        inUse -= 1
        return letOpen()
    }

    mutating func closed() -> (idle: [Connection], waiting: [Int]) {
        isClosed = true
        defer { (idle, waiting) = ([], []) }
        return (idle.map(\.connection), waiting)
    }

    private var mayOpen: Bool { inUse < limit && (failures == 0 || opening == 0) }

    private mutating func letOpen() -> [Int] {
        var allowed: [Int] = []
        while !isClosed, !waiting.isEmpty, mayOpen {
            inUse += 1
            opening += 1
            allowed.append(waiting.removeFirst())
        }
        return allowed
    }
}
