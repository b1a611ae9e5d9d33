import NIOCore

/// Detects a client that sends or receives too slowly on one connection. Pure: the caller passes events and the time.
struct SlowClientDetector {
    private let limits: ConnectionLimits
    private let openedAt: NIODeadline
    private var hasHead = false
    /// The request body in progress: its start, and the bytes received.
    private var body: (since: NIODeadline, bytes: Int)?
    private var written = 0
    /// The time from which bytes of a response wait for the client, and the bytes that it had received by then.
    private var waiting: (since: NIODeadline, taken: Int)?

    init(_ limits: ConnectionLimits, openedAt: NIODeadline) {
        self.limits = limits
        self.openedAt = openedAt
    }

    mutating func receivedHead(at now: NIODeadline) {
        hasHead = true
        body = (now, 0)
    }

    /// - Returns: whether the body is now longer than the limit.
    mutating func receivedBody(_ bytes: Int) -> Bool {
        body?.bytes += bytes
        return (body?.bytes ?? 0) > limits.body
    }

    mutating func receivedEnd() { body = nil }
    mutating func wrote(_ bytes: Int) { written += bytes }

    /// - Parameter pending: bytes written that the client has not received. A response in preparation and an idle stream have 0.
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
        // Each interval counts alone, so that a fast start does not compensate for a standstill.
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
