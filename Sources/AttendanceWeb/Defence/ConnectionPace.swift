package import NIOCore

/// How long the other end of a connection may take, and how many connections there may be.
package struct ConnectionLimits: Sendable, Equatable {
    /// From the opening of a connection to the last header of its first request, with all of TLS in between.
    package var headers: TimeAmount = .seconds(10)
    /// Without a request under way.
    package var idle: TimeAmount = .seconds(60)
    /// How long a body or an answer may take before its rate counts.
    package var grace: TimeAmount = .seconds(30)
    /// Bytes a second that have to move on average after that, in either direction: less than any telephone line.
    package var rate = 500
    /// Bytes of a body: more than any route takes. What a route does not read is received all the same.
    package var body = 16 * 1024 * 1024
    /// Open at once, from everywhere.
    package var connections = 20_000
    /// Open at once from one IPv4 address or IPv6 site. A whole office may come from one address, so it is half of all.
    package var connectionsPerClient: Int { max(1, connections / 2) }

    package init() {}
}

/// How fast the other end of one connection is: told what happens, it says when that is too slow. No clock of its own.
struct ConnectionPace {
    private let limits: ConnectionLimits
    private let openedAt: NIODeadline
    private var hasHead = false
    /// The body that is being received: since when, and bytes so far.
    private var body: (since: NIODeadline, bytes: Int)?
    private var written = 0
    /// Since when the answer waits for the client, and bytes it had taken by then.
    private var waiting: (since: NIODeadline, taken: Int)?

    init(_ limits: ConnectionLimits, openedAt: NIODeadline) {
        self.limits = limits
        self.openedAt = openedAt
    }

    mutating func receivedHead(at now: NIODeadline) {
        hasHead = true
        body = (now, 0)
    }

    /// - Returns: whether that was too much.
    mutating func receivedBody(_ bytes: Int) -> Bool {
        body?.bytes += bytes
        return (body?.bytes ?? 0) > limits.body
    }

    mutating func receivedEnd() { body = nil }
    mutating func wrote(_ bytes: Int) { written += bytes }

    /// - Parameter pending: bytes written that the client has not taken yet. An answer that is being made, or a stream in which
    ///   nothing happens, has none.
    mutating func isTooSlow(at now: NIODeadline, pending: Int) -> Bool {
        if !hasHead, now - openedAt >= limits.headers { return true }
        if let body, isBelowRate(body.bytes, for: now - body.since) { return true }
        guard pending > 0 else {
            waiting = nil
            return false
        }
        let taken = written - pending
        guard let waiting else {
            waiting = (now, taken)
            return false
        }
        let elapsed = now - waiting.since
        guard elapsed >= limits.grace else { return false }
        // From here on it counts anew, so that a fast beginning does not pay for a standstill.
        self.waiting = (now, taken)
        return taken - waiting.taken < Self.bytes(limits.rate, in: elapsed)
    }

    private func isBelowRate(_ bytes: Int, for elapsed: TimeAmount) -> Bool {
        elapsed >= limits.grace && bytes < Self.bytes(limits.rate, in: elapsed - limits.grace)
    }

    private static func bytes(_ rate: Int, in time: TimeAmount) -> Int {
        Int(Double(rate) * Double(time.nanoseconds) / 1e9)
    }
}
