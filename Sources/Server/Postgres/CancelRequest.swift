internal import CLibpq
import Synchronization

/// The key that cancels what a session is running. Created once per session, usable from any thread.
final class CancelKey: @unchecked Sendable {  // PostgreSQL manual 34.7: any thread may use a PGcancel
    private let key: OpaquePointer?

    init(_ handle: OpaquePointer) { key = PQgetCancel(handle) }

    deinit { PQfreeCancel(key) }

    /// Sends the request. Blocks until the server closes the connection that carries it, which it does after it sent the
    /// signal.
    func send() {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { reason in
            // A failed request needs no report: the statement simply continues.
            _ = PQcancel(key, reason.baseAddress, Int32(reason.count))
        }
    }
}

/// A request to cancel the running statement of a connection. libpq's call blocks, so it runs on a thread of its own.
final class CancelRequest: Sendable {
    private enum Stage: UInt8, AtomicRepresentable {
        case none
        case fired
        case sent
    }

    private let stage = Atomic(Stage.none)
    private let repetitions = Atomic(0)
    private let key: CancelKey
    private let loop: PostgresEventLoop
    private let waiter: PostgresEventLoop.Waiter

    /// - Parameter waiter: woken when the request is fired and again when the server has received it.
    init(_ key: CancelKey, waking waiter: PostgresEventLoop.Waiter, of loop: PostgresEventLoop) {
        self.key = key
        self.loop = loop
        self.waiter = waiter
    }

    var hasFired: Bool { stage.load(ordering: .acquiring) != .none }

    /// Whether a request is on its way to the server. Until it arrives, it could cancel the connection's next statement.
    var isInFlight: Bool { stage.load(ordering: .acquiring) == .fired }

    func fire() {
        guard move(from: .none) else { return }
        loop.wake(waiter)
        send()
    }

    /// Sends the request once more. A request that overtakes its statement is dropped by the server.
    /// - Returns: false if nothing was cancelled, or after five repetitions.
    func fireAgain() -> Bool {
        guard hasFired, repetitions.wrappingAdd(1, ordering: .relaxed).newValue <= 5 else { return false }
        if move(from: .sent) { send() }
        return true
    }

    private func move(from stage: Stage) -> Bool {
        self.stage.compareExchange(expected: stage, desired: .fired, ordering: .acquiringAndReleasing).exchanged
    }

    private func send() {
        let started = DedicatedThread.start {
            self.key.send()
            self.finish()
        }
        if !started { finish() }
    }

    private func finish() {
        stage.store(.sent, ordering: .releasing)
        loop.wake(waiter)
    }
}
