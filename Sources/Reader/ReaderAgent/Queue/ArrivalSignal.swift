import Synchronization

/// Wakes the single task that waits for new taps. A signal without a waiting task is kept for the next wait; several signals
/// count as one.
final class ArrivalSignal: Sendable {
    private struct State {
        var isRaised = false
        var waiting: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    func raise() {
        let waiting = state.withLock { state in
            defer { state.waiting = nil }
            if state.waiting == nil { state.isRaised = true }
            return state.waiting
        }
        waiting?.resume()
    }

    /// Waits for the next signal, or until the task is cancelled.
    func wait() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if state.isRaised || Task.isCancelled {
                        state.isRaised = false
                        return true
                    }
                    state.waiting = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLock { state in
                defer { state.waiting = nil }
                return state.waiting
            }?.resume()
        }
    }
}
