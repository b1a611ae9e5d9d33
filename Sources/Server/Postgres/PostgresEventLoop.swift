import Glibc

/// One thread that waits for sockets and runs the actors that own them.
///
/// A connection is an actor on this executor. The thread that sees a readable socket also reads and parses the answer; no
/// thread of the cooperative pool waits for the network. A pool has tens of sockets: `poll(2)` costs less than the system
/// calls that maintain an epoll set. A loop lives as long as the process.
// Unchecked: only the loop's thread accesses `waiting` and the fields of the waiters.
package final class PostgresEventLoop: SerialExecutor, TaskExecutor, @unchecked Sendable {
    /// Why a wait ended.
    enum Wake: Sendable {
        case ready
        case timedOut
        case interrupted
    }

    struct Interest: OptionSet {
        let rawValue: Int16
        static let read = Interest(rawValue: Int16(POLLIN))
        static let write = Interest(rawValue: Int16(POLLOUT))
    }

    /// Identifies a waiting actor. An object, not the socket's number: the system reuses the number after the socket is
    /// closed.
    final class Waiter: @unchecked Sendable {
        fileprivate struct Wait {
            var socket: Int32
            var interest: Interest
            var deadline: ContinuousClock.Instant?
            var continuation: CheckedContinuation<Wake, Never>
        }

        fileprivate var wait: Wait?
        /// Whether it was interrupted since its last wait.
        fileprivate var isInterrupted = false
        /// The index in the loop's list while it waits.
        fileprivate var index = 0
    }

    private enum Work {
        case job(UnownedJob)
        case call(@Sendable () -> Void)
    }

    private struct Mailbox {
        var work: [Work] = []
        /// Whether a thread that adds work must wake the loop's thread.
        var isAsleep = false
    }

    /// The default loop for connections.
    package static let shared = PostgresEventLoop()

    private let wakeUp: (reader: Int32, writer: Int32)
    private let mailbox = Lock(Mailbox())
    private var waiting: [Waiter] = []

    package init() {
        var ends: [Int32] = [-1, -1]
        let piped = pipe(&ends)
        precondition(piped == 0, "no file descriptor left for an event loop")
        for end in ends {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        wakeUp = (ends[0], ends[1])
        let started = DedicatedThread.start { self.run() }
        precondition(started, "no thread left for an event loop")
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        post(.job(UnownedJob(job)))
    }

    /// Runs `call` on the loop's thread, soon.
    func execute(_ call: @escaping @Sendable () -> Void) {
        post(.call(call))
    }

    /// Ends the wait of `waiter`, or its next one. Callable from any thread.
    func wake(_ waiter: Waiter) {
        execute { self.interrupt(waiter) }
    }

    private func post(_ work: Work) {
        let mustWake = mailbox.withLock { box in
            box.work.append(work)
            defer { box.isAsleep = false }
            return box.isAsleep
        }
        if mustWake {
            var one: UInt8 = 1
            _ = write(wakeUp.writer, &one, 1)
        }
    }

    /// Suspends until `socket` is ready, `deadline` has passed or the wait is interrupted. Spurious interruptions occur.
    /// Only from an actor of this loop; a waiter has one wait at a time.
    /// - Parameter socket: -1 to wait only for the deadline or an interruption.
    func wait(
        _ waiter: Waiter, for interest: Interest = .read, on socket: Int32, until deadline: ContinuousClock.Instant? = nil
    ) async -> Wake {
        // Resumes on this thread. Without the preference, a thread of the cooperative pool would wake up only to pass the task on.
        await withTaskExecutorPreference(self) {
            await withCheckedContinuation { continuation in
                assertIsolated("a wait outside the loop")
                precondition(waiter.wait == nil, "two waits at a time")
                // A wait begins a job later than its call, and an interruption may come in between.
                if waiter.isInterrupted {
                    waiter.isInterrupted = false
                    return continuation.resume(returning: .interrupted)
                }
                waiter.wait = Waiter.Wait(socket: socket, interest: interest, deadline: deadline, continuation: continuation)
                waiter.index = waiting.count
                waiting.append(waiter)
            }
        }
    }

    /// Ends the wait of `waiter`, or its next one. Only on the loop's thread.
    func interrupt(_ waiter: Waiter) {
        waiter.isInterrupted = waiter.wait == nil
        end(waiter, .interrupted)
    }

    private func end(_ waiter: Waiter, _ wake: Wake) {
        guard let wait = waiter.wait else { return }
        waiter.wait = nil
        let last = waiting.removeLast()
        if last !== waiter {
            waiting[waiter.index] = last
            last.index = waiter.index
        }
        wait.continuation.resume(returning: wake)
    }

    private func run() {
        var work: [Work] = []
        var polled: [pollfd] = []
        while true {
            let isIdle = runWork(&work)
            polled.removeAll(keepingCapacity: true)
            polled.append(pollfd(fd: wakeUp.reader, events: Int16(POLLIN), revents: 0))
            var next: ContinuousClock.Instant?
            for case let wait? in waiting.lazy.map(\.wait) {
                polled.append(pollfd(fd: wait.socket, events: wait.interest.rawValue, revents: 0))
                if let deadline = wait.deadline { next = next.map { min($0, deadline) } ?? deadline }
            }
            let count = poll(&polled, nfds_t(polled.count), isIdle ? Self.milliseconds(until: next) : 0)
            if isIdle { mailbox.withLock { $0.isAsleep = false } }
            if count > 0 {
                if polled[0].revents != 0 { emptyPipe() }
                // Backwards: ending a wait moves the last element, which was already examined, into its place.
                for index in waiting.indices.reversed() where polled[index + 1].revents != 0 { end(waiting[index], .ready) }
            }
            if let next, next <= .now { endOverdue() }
        }
    }

    /// Runs the queued work. Work may queue more work; after 16 rounds the sockets are polled first.
    /// - Returns: whether the queue is empty; then the next thread that adds work wakes the loop.
    private func runWork(_ work: inout [Work]) -> Bool {
        for _ in 0..<16 {
            let isDone = mailbox.withLock { box in
                box.isAsleep = box.work.isEmpty
                swap(&box.work, &work)
                return box.isAsleep
            }
            if isDone { return true }
            for item in work {
                switch item {
                case .job(let job):
                    job.runSynchronously(isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
                case .call(let call): call()
                }
            }
            work.removeAll(keepingCapacity: true)
        }
        return false
    }

    private func emptyPipe() {
        withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { buffer in
            while read(wakeUp.reader, buffer.baseAddress, buffer.count) == buffer.count {}
        }
    }

    private func endOverdue() {
        let now = ContinuousClock.now
        for waiter in waiting.reversed() {
            if let deadline = waiter.wait?.deadline, deadline <= now { end(waiter, .timedOut) }
        }
    }

    /// The timeout argument of `poll(2)`: rounded up; -1 without a deadline.
    private static func milliseconds(until deadline: ContinuousClock.Instant?) -> Int32 {
        guard let deadline else { return -1 }
        return Int32(clamping: max(0, (deadline - .now).milliseconds + 1))
    }
}
