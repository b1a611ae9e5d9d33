import Foundation

/// A thread of its own for one actor whose calls block, so that no thread of the cooperative pool ever waits for a reader.
// Unchecked: all that changes is behind `condition`.
final class CardThread: SerialExecutor, @unchecked Sendable {
    private let condition = NSCondition()
    private var jobs: [UnownedJob] = []
    private var isStopped = false

    init(name: String) {
        let thread = Thread { [self] in
            while let job = next() { job.runSynchronously(on: asUnownedSerialExecutor()) }
        }
        thread.name = name
        thread.start()
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        condition.withLock {
            jobs.append(job)
            condition.signal()
        }
    }

    /// Ends the thread once it has done what was asked of it before.
    func stop() {
        condition.withLock {
            isStopped = true
            condition.signal()
        }
    }

    private func next() -> UnownedJob? {
        condition.withLock {
            while jobs.isEmpty, !isStopped { condition.wait() }
            return jobs.isEmpty ? nil : jobs.removeFirst()
        }
    }
}
