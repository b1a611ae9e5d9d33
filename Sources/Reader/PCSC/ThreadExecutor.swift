import Foundation

/// A dedicated thread for one actor with blocking calls, so that they do not block the threads of the cooperative pool.
// Unchecked: all mutable state is protected by `condition`.
final class ThreadExecutor: SerialExecutor, @unchecked Sendable {
    private enum Work {
        case job(UnownedJob)
        case call(@Sendable () -> Void)
    }

    private let condition = NSCondition()
    private var waiting: [Work] = []
    private var isStopped = false
    private var thread: Thread?

    init(name: String) {
        let thread = Thread { [self] in
            while let work = next() {
                switch work {
                case .job(let job): job.runSynchronously(on: asUnownedSerialExecutor())
                case .call(let call): call()
                }
            }
        }
        thread.name = name
        condition.withLock { self.thread = thread }
        thread.start()
    }

    func enqueue(_ job: consuming ExecutorJob) { add(.job(UnownedJob(job))) }

    /// Runs `call` after the work that is already queued. The caller may stop waiting for it.
    func execute(_ call: @escaping @Sendable () -> Void) { add(.call(call)) }

    /// Lets code in a `call` use `assumeIsolated`.
    func checkIsolated() {
        precondition(condition.withLock { thread } === Thread.current, "not on the thread of this card")
    }

    /// Ends the thread after the work that is already queued.
    func stop() {
        condition.withLock {
            isStopped = true
            thread = nil
            condition.signal()
        }
    }

    private func add(_ work: Work) {
        condition.withLock {
            waiting.append(work)
            condition.signal()
        }
    }

    private func next() -> Work? {
        condition.withLock {
            while waiting.isEmpty, !isStopped { condition.wait() }
            return waiting.isEmpty ? nil : waiting.removeFirst()
        }
    }
}
