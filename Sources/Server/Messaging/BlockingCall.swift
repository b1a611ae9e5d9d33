import Foundation
import Synchronization

/// Runs a blocking call on a thread of its own, so that it blocks no thread of the cooperative pool.
enum BlockingCall {
    /// Set when the task is cancelled. The call reads it from time to time.
    final class Cancellation: Sendable {
        private let flag = Atomic(false)

        var isSet: Bool { flag.load(ordering: .relaxed) }
        fileprivate func set() { flag.store(true, ordering: .relaxed) }
    }

    /// Waits for the end of `body`, also if the task is cancelled: `body` then ends early by itself.
    static func run<Value: Sendable>(_ body: @escaping @Sendable (Cancellation) -> Value) async -> Value {
        let cancellation = Cancellation()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                Thread.detachNewThread {
                    // TLS writes to its socket without blocking SIGPIPE, which by default ends the process.
                    var pipe = sigset_t()
                    sigemptyset(&pipe)
                    sigaddset(&pipe, SIGPIPE)
                    pthread_sigmask(SIG_BLOCK, &pipe, nil)
                    continuation.resume(returning: body(cancellation))
                }
            }
        } onCancel: {
            cancellation.set()
        }
    }
}
