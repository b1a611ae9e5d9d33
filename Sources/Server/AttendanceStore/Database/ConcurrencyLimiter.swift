import Synchronization

/// Limits how many operations run at the same time. Further operations wait in a queue, or are refused.
///
/// While the database is unavailable, all operations start at once and fail together. In a queue, each would wait for the
/// timeouts of all operations before it.
package final class ConcurrencyLimiter: Sendable {
    /// The limits of the queue. Operations of a group have low priority: they start after all others.
    package struct Queue: Sendable {
        /// Waiting operations in total.
        var limit = Int.max
        /// Waiting operations if the last one belongs to a group. The rest of the queue is reserved for high priority.
        var limitForGroups = Int.max
        /// Waiting operations of one group.
        var limitOfGroup = Int.max

        package static let unlimited = Queue()

        private init() {}

        package init(limit: Int, limitForGroups: Int, limitOfGroup: Int) {
            (self.limit, self.limitForGroups, self.limitOfGroup) = (limit, limitForGroups, limitOfGroup)
        }
    }

    /// The queue has no place for the operation.
    package struct QueueFull: Error {}

    /// A place among the running operations, released with its last reference.
    package final class Slot: Sendable {
        private let limiter: ConcurrencyLimiter

        fileprivate init(_ limiter: ConcurrencyLimiter) { self.limiter = limiter }

        deinit { limiter.end(isAway: false) }
    }

    private struct State {
        var running = 0
        var isAway = false
        var waiting: [CheckedContinuation<Bool, Never>] = []
        var waitingInGroups: [(group: AnyHashable, continuation: CheckedContinuation<Bool, Never>)] = []
        var waitingCount: Int { waiting.count + waitingInGroups.count }

        func hasPlace(for group: AnyHashable?, _ queue: Queue) -> Bool {
            guard let group else { return waitingCount < queue.limit }
            return waitingCount < queue.limitForGroups && waitingInGroups.count { $0.group == group } < queue.limitOfGroup
        }

        /// Removes the operations that start next from the queue, and counts them as running.
        mutating func takeNext(_ count: Int) -> [CheckedContinuation<Bool, Never>] {
            var next = Array(waiting.prefix(count))
            waiting.removeFirst(next.count)
            let inGroups = waitingInGroups.prefix(count - next.count).map(\.continuation)
            waitingInGroups.removeFirst(inGroups.count)
            next += inGroups
            running += next.count
            return next
        }
    }

    package let limit: Int
    private let queue: Queue
    private let state = Mutex(State())

    /// The number of waiting operations.
    package var waitingCount: Int { state.withLock { $0.waitingCount } }

    package init(limit: Int, queue: Queue = .unlimited) {
        self.limit = limit
        self.queue = queue
    }

    /// Runs an operation, after waiting for its turn.
    /// - Parameters:
    ///   - group: operations of a group have low priority, and a limit of their own in the queue.
    ///   - isAway: whether the result means that the database did not respond. Errors are recognized without it.
    /// - Throws: ``QueueFull``, and the errors of the operation.
    package func run<Value: Sendable>(
        group: (any Hashable & Sendable)? = nil, isAway: (Value) -> Bool = { _ in false },
        _ operation: () async throws -> Value
    ) async throws -> Value {
        try await begin(group: group)
        do {
            let value = try await operation()
            end(isAway: isAway(value))
            return value
        } catch {
            end(isAway: StoreError.isUnavailability(error))
            throw error
        }
    }

    /// A slot without waiting; nil if none is free.
    package func slot() -> Slot? {
        let isFree = state.withLock { state in
            guard state.running < limit else { return false }
            state.running += 1
            return true
        }
        return isFree ? Slot(self) : nil
    }

    /// Waits until an operation may run. The caller must then call ``end(isAway:)``.
    package func begin(group: (any Hashable & Sendable)? = nil) async throws(QueueFull) {
        let isAdmitted = await withCheckedContinuation { continuation in
            let isAdmitted: Bool? = state.withLock { state in
                if state.isAway || state.running < limit {
                    state.running += 1
                    return true
                }
                let group = group.map { AnyHashable($0) }
                guard state.hasPlace(for: group, queue) else { return false }
                // The operation that ends counts this one as running.
                if let group { state.waitingInGroups.append((group, continuation)) } else { state.waiting.append(continuation) }
                return nil
            }
            if let isAdmitted { continuation.resume(returning: isAdmitted) }
        }
        guard isAdmitted else { throw QueueFull() }
    }

    /// Ends an operation and starts the next one.
    /// - Parameter isAway: whether the database did not respond.
    package func end(isAway: Bool) {
        let next = state.withLock { state in
            state.running -= 1
            state.isAway = isAway
            return state.takeNext(isAway ? state.waitingCount : max(0, limit - state.running))
        }
        for continuation in next { continuation.resume(returning: true) }
    }
}
