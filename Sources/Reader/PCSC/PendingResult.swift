import Foundation

/// Passes one result from a thread to a task that may stop waiting for it.
// Unchecked: all mutable state is protected by `lock`.
final class PendingResult<Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var continuation: CheckedContinuation<Value, any Error>?
    private var isAbandoned = false

    /// Registers the waiting task.
    /// - Returns: true if the work should start. Otherwise the task continues with a `CancellationError`.
    func attach(_ continuation: CheckedContinuation<Value, any Error>) -> Bool {
        let isAbandoned = lock.withLock {
            if !self.isAbandoned { self.continuation = continuation }
            return self.isAbandoned
        }
        if isAbandoned { continuation.resume(throwing: CancellationError()) }
        return !isAbandoned
    }

    /// Resumes the waiting task.
    /// - Returns: true if the task received the result. Otherwise the caller must clean up the result.
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
