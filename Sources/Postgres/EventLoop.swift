import Glibc
import Synchronization

/// One thread that waits for sockets and runs the actors whose sockets it watches.
///
/// A connection is an actor on this executor, so the answer that makes a socket readable is read and parsed by the very
/// thread that saw it: no thread of the cooperative pool ever waits for the network. A pool has tens of sockets, where
/// `poll(2)` costs less than the system calls that would keep an epoll set.
// Unchecked: `waits` is touched by the loop's own thread alone.
package final class PostgresEventLoop: SerialExecutor, @unchecked Sendable {
    /// Why a wait for a socket came to its end.
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

    private enum Work {
        case job(UnownedJob)
        case call(@Sendable () -> Void)
    }

    private struct Wait {
        var interest: Interest
        var deadline: ContinuousClock.Instant?
        var continuation: CheckedContinuation<Wake, Never>
    }

    /// The loop that connections share unless they are given one of their own.
    package static let shared = PostgresEventLoop()

    private let wakeUp: (reader: Int32, writer: Int32)
    private let mailbox = Mutex<[Work]>([])
    private var waits: [Int32: Wait] = [:]

    package init() {
        var ends: [Int32] = [-1, -1]
        let piped = pipe(&ends)
        precondition(piped == 0, "no file descriptor left for an event loop")
        for end in ends {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        wakeUp = (ends[0], ends[1])
        let entry: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { context in
            if let context { Unmanaged<PostgresEventLoop>.fromOpaque(context).takeRetainedValue().run() }
            return nil
        }
        var thread = pthread_t()
        let started = pthread_create(&thread, nil, entry, Unmanaged.passRetained(self).toOpaque())
        precondition(started == 0, "no thread left for an event loop")
        pthread_detach(thread)
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        post(.job(UnownedJob(job)))
    }

    /// Runs `call` on the loop's thread, soon.
    func execute(_ call: @escaping @Sendable () -> Void) {
        post(.call(call))
    }

    private func post(_ work: Work) {
        let wasEmpty = mailbox.withLock { box in
            box.append(work)
            return box.count == 1
        }
        if wasEmpty {
            var one: UInt8 = 1
            _ = write(wakeUp.writer, &one, 1)
        }
    }

    /// Suspends until `socket` is ready, `deadline` has passed or ``interrupt(_:)`` is called. Only from an actor of this loop,
    /// and for one waiter a socket.
    func wait(for interest: Interest, on socket: Int32, until deadline: ContinuousClock.Instant? = nil) async -> Wake {
        await withCheckedContinuation { continuation in
            precondition(waits[socket] == nil, "two waits on one socket")
            waits[socket] = Wait(interest: interest, deadline: deadline, continuation: continuation)
        }
    }

    /// Ends the wait on `socket`, if there is one. Only on the loop's thread.
    func interrupt(_ socket: Int32) {
        end(socket, .interrupted)
    }

    private func end(_ socket: Int32, _ wake: Wake) {
        waits.removeValue(forKey: socket)?.continuation.resume(returning: wake)
    }

    private func run() {
        var polled: [pollfd] = []
        while true {
            let hadWork = runMailbox()
            polled.removeAll(keepingCapacity: true)
            polled.append(pollfd(fd: wakeUp.reader, events: Int16(POLLIN), revents: 0))
            var next: ContinuousClock.Instant?
            for (socket, wait) in waits {
                polled.append(pollfd(fd: socket, events: wait.interest.rawValue, revents: 0))
                if let deadline = wait.deadline { next = next.map { min($0, deadline) } ?? deadline }
            }
            // Work may have brought work: look at the sockets, but do not sleep.
            let count = poll(&polled, nfds_t(polled.count), hadWork ? 0 : Self.milliseconds(until: next))
            if count > 0 {
                if polled[0].revents != 0 { emptyPipe() }
                for socket in polled.dropFirst() where socket.revents != 0 { end(socket.fd, .ready) }
            }
            if let next, next <= .now { endOverdue() }
        }
    }

    private func runMailbox() -> Bool {
        let work = mailbox.withLock { box in
            defer { box.removeAll(keepingCapacity: true) }
            return box
        }
        for item in work {
            switch item {
            case .job(let job): job.runSynchronously(on: asUnownedSerialExecutor())
            case .call(let call): call()
            }
        }
        return !work.isEmpty
    }

    private func emptyPipe() {
        withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { buffer in
            while read(wakeUp.reader, buffer.baseAddress, buffer.count) == buffer.count {}
        }
    }

    private func endOverdue() {
        let now = ContinuousClock.now
        for (socket, wait) in waits {
            if let deadline = wait.deadline, deadline <= now { end(socket, .timedOut) }
        }
    }

    /// The argument of `poll(2)`: rounded up, -1 for ever.
    private static func milliseconds(until deadline: ContinuousClock.Instant?) -> Int32 {
        guard let deadline else { return -1 }
        return Int32(clamping: max(0, (deadline - .now).milliseconds + 1))
    }
}
