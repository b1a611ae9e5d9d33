internal import CLibpq
import Synchronization

/// What it takes to ask the server to end whatever a session is running. Made once for a session, used from any thread.
final class CancelKey: @unchecked Sendable {  // a PGcancel may be used by any thread, PostgreSQL manual 34.7
    private let key: OpaquePointer?

    init(_ handle: OpaquePointer) { key = PQgetCancel(handle) }

    deinit { PQfreeCancel(key) }

    /// Blocks until the server has closed the connection that carries the request, which it does after the signal was sent.
    func send() {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { reason in
            // A request that fails is noticed by the statement that goes on.
            _ = PQcancel(key, reason.baseAddress, Int32(reason.count))
        }
    }
}

/// The right to ask the server to end what a connection is running. libpq's call blocks, so it has a thread of its own.
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

    /// - Parameter waiter: woken when the request is fired and again when the server has been told.
    init(_ key: CancelKey, waking waiter: PostgresEventLoop.Waiter, of loop: PostgresEventLoop) {
        self.key = key
        self.loop = loop
        self.waiter = waiter
    }

    var hasFired: Bool { stage.load(ordering: .acquiring) != .none }

    /// Whether a request is on its way to the server, where it could hit the connection's next statement.
    var isUnderWay: Bool { stage.load(ordering: .acquiring) == .fired }

    func fire() {
        guard move(from: .none) else { return }
        loop.wake(waiter)
        send()
    }

    /// Asks once more: a request may overtake the statement that it is to end, and the server drops it then.
    /// - Returns: false where nothing was to be cancelled, or the server has been asked often enough.
    func fireAgain() -> Bool {
        guard hasFired, repetitions.wrappingAdd(1, ordering: .relaxed).newValue <= 5 else { return false }
        if move(from: .sent) { send() }
        return true
    }

    private func move(from stage: Stage) -> Bool {
        self.stage.compareExchange(expected: stage, desired: .fired, ordering: .acquiringAndReleasing).exchanged
    }

    private func send() {
        let started = OwnThread.start {
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
