import Attendance
import Synchronization

/// The taps that wait for ``TapRecorder``. Callers add them on their own threads, and the recorder's thread wakes up only if it has
/// nothing else to do.
final class TapQueue: Sendable {
    /// A request, or a piece of a long list.
    struct Caller {
        var submissions: [TapSubmission]
        var continuation: CheckedContinuation<[IngestOutcome], any Error>
        /// When it joined the queue.
        let arrived = ContinuousClock.now
    }

    /// The number of taps that can wait, from short and from long lists. One sender may have 10,000 taps of
    /// long lists, the length of one list. Above it, the caller must retry.
    private static let capacity = (short: 20_000, long: 100_000)
    /// The number of taps in a short list: what a person may send.
    private static let shortList = 20
    /// The number of taps in a piece of a long list. Each piece waits behind the single taps that arrived before it is written.
    private static let piece = 500
    /// The number of taps of single requests and short lists in one batch. One piece of a long list is added.
    private static let maximumBatch = 1_000

    private struct Line {
        var callers: [Caller] = []
        /// With the taps that are being written.
        var pending: PendingTaps
    }

    private struct State {
        /// Single taps and short lists.
        var short = Line(pending: PendingTaps(capacity: capacity.short))
        /// Pieces of long lists: one of each list at a time.
        var pieces = Line(pending: PendingTaps(capacity: capacity.long))
        var isClosed = false
        /// The recorder, while it waits for callers.
        var recorder: CheckedContinuation<Void, Never>?

        subscript(isLong isLong: Bool) -> Line {
            get { isLong ? pieces : short }
            _modify { if isLong { yield &pieces } else { yield &short } }
        }

        var callers: [Caller] { short.callers + pieces.callers }
        var isEmpty: Bool { short.callers.isEmpty && pieces.callers.isEmpty }

        mutating func take() -> [Caller] {
            var size = 0
            let count = short.callers.prefix { caller in
                size += caller.submissions.count
                return size <= maximumBatch
            }.count
            var batch = Array(short.callers.prefix(count))
            short.callers.removeFirst(count)
            if !pieces.callers.isEmpty { batch.append(pieces.callers.removeFirst()) }
            return batch
        }
    }

    private let state = Mutex(State())

    /// The number of waiting taps.
    var taps: Int { state.withLock { $0.callers.reduce(0) { $0 + $1.submissions.count } } }

    /// Adds taps, and waits for their outcomes.
    /// - Throws: ``StoreError/tooManyTapsWaiting``, ``StoreError/shuttingDown``, and what the recorder throws.
    func record(_ submissions: [TapSubmission]) async throws -> [IngestOutcome] {
        guard let sender = submissions.first?.sender else { return [] }
        let count = submissions.count
        let isLong = count > Self.shortList
        guard state.withLock({ $0[isLong: isLong].pending.enter(sender, count) }) else { throw StoreError.tooManyTapsWaiting }
        defer { state.withLock { $0[isLong: isLong].pending.leave(sender, count) } }
        guard isLong else { return try await add(submissions, isLong: false) }
        var outcomes: [IngestOutcome] = []
        for start in stride(from: 0, to: count, by: Self.piece) {
            outcomes += try await add(Array(submissions[start..<min(count, start + Self.piece)]), isLong: true)
        }
        return outcomes
    }

    private func add(_ submissions: [TapSubmission], isLong: Bool) async throws -> [IngestOutcome] {
        try await withCheckedThrowingContinuation { continuation in
            let caller = Caller(submissions: submissions, continuation: continuation)
            if let refusal = enter(caller, isLong: isLong) { continuation.resume(throwing: refusal) }
        }
    }

    /// - Returns: why the caller cannot wait; nil if it waits.
    private func enter(_ caller: Caller, isLong: Bool) -> StoreError? {
        let isClosed = state.withLock { state in
            if !state.isClosed { state[isLong: isLong].callers.append(caller) }
            return state.isClosed
        }
        if isClosed { return .shuttingDown }
        wakeRecorder()
        return nil
    }

    /// Refuses new taps. Those that wait are still written.
    func close() {
        state.withLock { $0.isClosed = true }
        wakeRecorder()
    }

    private func wakeRecorder() {
        let recorder = state.withLock { state in
            defer { state.recorder = nil }
            return state.recorder
        }
        recorder?.resume()
    }

    /// Waits until there are callers.
    /// - Returns: false if the queue is closed and empty.
    func hasCallers() async -> Bool {
        await withCheckedContinuation { continuation in
            let mustWait = state.withLock { state in
                if state.isEmpty, !state.isClosed { state.recorder = continuation }
                return state.recorder != nil
            }
            if !mustWait { continuation.resume() }
        }
        return state.withLock { !$0.isEmpty }
    }

    /// Removes the callers of the next batch.
    func takeBatch() -> [Caller] { state.withLock { $0.take() } }

    /// Removes all callers.
    func takeAll() -> [Caller] {
        state.withLock { state in
            defer { (state.short.callers, state.pieces.callers) = ([], []) }
            return state.callers
        }
    }
}
