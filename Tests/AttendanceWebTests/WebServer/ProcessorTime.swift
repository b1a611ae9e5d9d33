import Dispatch
import Glibc
import Synchronization

/// Runs tasks and adds up the processor time of their own code: neither of other tests, nor of PostgreSQL.
final class ProcessorTime: TaskExecutor {
    private let queue = DispatchQueue(label: "counted")
    private let nanoseconds = Mutex(0)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async {
            let begin = Self.ofThread()
            job.runSynchronously(on: self.asUnownedTaskExecutor())
            self.nanoseconds.withLock { $0 += Self.ofThread() - begin }
        }
    }

    private static func ofThread() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }

    /// The processor time of `body`, in milliseconds.
    static func of(_ body: @Sendable () async throws -> Void) async rethrows -> Double {
        let executor = ProcessorTime()
        try await withTaskExecutorPreference(executor) { try await body() }
        return Double(executor.nanoseconds.withLock(\.self)) / 1_000_000
    }

    /// The least processor time of three runs of `body`, in milliseconds.
    static func least(_ body: () -> Void) -> Double {
        let times = (0..<3).map { _ in
            let begin = ofThread()
            body()
            return ofThread() - begin
        }
        return Double(times.min() ?? 0) / 1_000_000
    }
}
