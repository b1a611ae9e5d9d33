internal import CLibpq
import Glibc
import Synchronization

/// Asks the server to end what a connection is running. libpq's call blocks, so it has a thread of its own.
final class CancelRequest: @unchecked Sendable {  // a PGcancel may be used by any thread, PostgreSQL manual 34.7
    private struct State {
        var fired = false
        var sent = false
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let cancel: OpaquePointer?
    private let afterwards: @Sendable () -> Void
    private let state = Mutex(State())

    /// - Parameter afterwards: called on some thread once the server has been told.
    init(_ connection: OpaquePointer, afterwards: @escaping @Sendable () -> Void) {
        cancel = PQgetCancel(connection)
        self.afterwards = afterwards
    }

    deinit { PQfreeCancel(cancel) }

    var hasFired: Bool { state.withLock(\.fired) }

    func fire() {
        let first = state.withLock { state in
            defer { state.fired = true }
            return !state.fired
        }
        guard first else { return }
        let entry: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { context in
            if let context { Unmanaged<CancelRequest>.fromOpaque(context).takeRetainedValue().send() }
            return nil
        }
        var thread = pthread_t()
        let context = Unmanaged.passRetained(self)
        if pthread_create(&thread, nil, entry, context.toOpaque()) == 0 {
            pthread_detach(thread)
        } else {
            context.release()
            finish()
        }
    }

    /// Returns when a request that was fired has reached the server, so that it can't hit the connection's next statement.
    func settled() async {
        guard hasFired else { return }
        await withCheckedContinuation { continuation in
            let sent = state.withLock { state in
                if !state.sent { state.waiter = continuation }
                return state.sent
            }
            if sent { continuation.resume() }
        }
    }

    private func send() {
        var reason = [CChar](repeating: 0, count: 256)
        _ = PQcancel(cancel, &reason, Int32(reason.count))
        finish()
    }

    private func finish() {
        let waiter = state.withLock { state in
            state.sent = true
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume()
        afterwards()
    }
}
