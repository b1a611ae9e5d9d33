import Glibc

/// One thread that waits for sockets and runs the actors whose sockets it watches.
///
/// A connection is an actor on this executor, so the answer that makes a socket readable is read and parsed by the very
/// thread that saw it: no thread of the cooperative pool ever waits for the network. A pool has tens of sockets, where
/// `poll(2)` costs less than the system calls that would keep an epoll set. A loop lives as long as the process.
// Unchecked: `waiting` and the waiters' fields are touched by the loop's own thread alone.
package final class PostgresEventLoop: SerialExecutor, @unchecked Sendable {
    /// Why a wait came to its end.
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

    /// Who waits. An object and not a socket's number, which the system gives to the next socket when this one is closed.
    final class Waiter: @unchecked Sendable {
        fileprivate struct Wait {
            var socket: Int32
            var interest: Interest
            var deadline: ContinuousClock.Instant?
            var continuation: CheckedContinuation<Wake, Never>
        }

        fileprivate var wait: Wait?
        /// Its place in the loop's list while it waits.
        fileprivate var place = 0
    }

    private enum Work {
        case job(UnownedJob)
        case call(@Sendable () -> Void)
    }

    private struct Mailbox {
        var work: [Work] = []
        /// Whether somebody who brings work must wake the loop's thread.
        var isAsleep = false
    }

    /// The loop that connections share unless they are given one of their own.
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
        let started = OwnThread.start { self.run() }
        precondition(started, "no thread left for an event loop")
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        post(.job(UnownedJob(job)))
    }

    /// Runs `call` on the loop's thread, soon.
    func execute(_ call: @escaping @Sendable () -> Void) {
        post(.call(call))
    }

    /// Ends the wait of `waiter`, if it waits by then. From any thread.
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

    /// Suspends until `socket` is ready, `deadline` has passed or the wait is interrupted, which may happen for no reason at
    /// all. Only from an actor of this loop, and once at a time for a waiter.
    /// - Parameter socket: -1 to wait for the deadline or an interruption only.
    func wait(
        _ waiter: Waiter, for interest: Interest = .read, on socket: Int32, until deadline: ContinuousClock.Instant? = nil
    ) async -> Wake {
        await withCheckedContinuation { continuation in
            assertIsolated("a wait outside the loop")
            precondition(waiter.wait == nil, "two waits at a time")
            waiter.wait = Waiter.Wait(socket: socket, interest: interest, deadline: deadline, continuation: continuation)
            waiter.place = waiting.count
            waiting.append(waiter)
        }
    }

    /// Ends the wait of `waiter`, if it waits. Only on the loop's thread.
    func interrupt(_ waiter: Waiter) {
        end(waiter, .interrupted)
    }

    private func end(_ waiter: Waiter, _ wake: Wake) {
        guard let wait = waiter.wait else { return }
        waiter.wait = nil
        let last = waiting.removeLast()
        if last !== waiter {
            waiting[waiter.place] = last
            last.place = waiter.place
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
                // From the back: ending a wait moves the last one, which has been looked at, into its place.
                for index in waiting.indices.reversed() where polled[index + 1].revents != 0 { end(waiting[index], .ready) }
            }
            if let next, next <= .now { endOverdue() }
        }
    }

    /// Runs what has been brought. Work brings work, but the sockets have their turn too.
    /// - Returns: whether all is done; then whoever brings more wakes the thread.
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
                case .job(let job): job.runSynchronously(on: asUnownedSerialExecutor())
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

    /// The argument of `poll(2)`: rounded up, -1 for ever.
    private static func milliseconds(until deadline: ContinuousClock.Instant?) -> Int32 {
        guard let deadline else { return -1 }
        return Int32(clamping: max(0, (deadline - .now).milliseconds + 1))
    }
}
