import Foundation

/// Brings one result from a thread to a task that may give up waiting for it.
// Unchecked: all that changes is behind `lock`.
final class Handover<Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var continuation: CheckedContinuation<Value, any Error>?
    private var isAbandoned = false

    /// - Returns: whether it still makes sense to begin; otherwise the task goes on with a cancellation error.
    func isAwaited(by continuation: CheckedContinuation<Value, any Error>) -> Bool {
        let isAbandoned = lock.withLock {
            if !self.isAbandoned { self.continuation = continuation }
            return self.isAbandoned
        }
        if isAbandoned { continuation.resume(throwing: CancellationError()) }
        return !isAbandoned
    }

    /// - Returns: whether the result was taken; otherwise it is the caller's to clean up.
    func deliver(_ result: Result<Value, any Error>) -> Bool {
        let continuation = take()
        continuation?.resume(with: result)
        return continuation != nil
    }

    func abandon(throwing error: any Error = CancellationError()) {
        lock.withLock { isAbandoned = true }
        take()?.resume(throwing: error)
    }

    private func take() -> CheckedContinuation<Value, any Error>? {
        lock.withLock {
            defer { continuation = nil }
            return continuation
        }
    }
}
