import Foundation

/// What became of one attempt to send taps.
package enum PostResult: Sendable, Equatable {
    /// The server's list. It may leave taps out, name others, or contradict itself.
    case answered([AnsweredItem])
    /// The server does not take the list as it is.
    case listRefused(ListRefusal, sentence: String)
    /// A person has to put something right first: the key, the address or a proxy.
    case blocked(sentence: String)
    /// The server is not there or not ready (no connection, 408, 425, 429, 5xx).
    case unavailable(sentence: String, retryAfter: Duration? = nil)
}

/// Decides in which batches the queue is sent, and when a failed batch is sent again.
struct PostingState: Equatable {
    enum Step: Equatable {
        /// Write the outcomes down and go on with the taps behind this batch. Taps of the batch without an outcome wait.
        case settle([TapOutcome])
        /// Try again at once, with at most `batchSize` taps.
        case again
        /// - Parameter soonest: when a new tap may end the pause; nil if it may not.
        case wait(Duration, soonest: Duration?, sentence: String)
    }

    static let largestBatch = 200
    /// The first pause; each failure doubles it.
    static let firstPause = Duration.milliseconds(500)
    static let longestPause = Duration.seconds(60)
    /// The least pause before a try that a new tap brings forward.
    static let soonestTry = Duration.seconds(5)
    /// A server may ask for a longer pause, up to this.
    static let longestRetryAfter = Duration.seconds(3600)

    private(set) var batchSize = largestBatch
    private(set) var failures = 0

    /// - Parameters:
    ///   - batch: the taps that were sent.
    ///   - jitter: from 0 to below 1, new for each call: it spreads the tries of many readers.
    mutating func after(_ result: PostResult, batch: [QueuedTap], jitter: Double) -> Step {
        switch result {
        case .answered(let items):
            let sent = Set(batch.map(\.id))
            let named = Dictionary(grouping: items.filter { sent.contains($0.id) }, by: \.id)
            guard !named.isEmpty else {
                return blocked(jitter, "The server's answer names none of the taps sent.", batch)
            }
            failures = 0
            batchSize = min(batchSize * 2, Self.largestBatch)
            return .settle(batch.compactMap { tap in named[tap.id].flatMap(Self.outcome) })
        case .listRefused(let refusal, let sentence):
            guard batch.count == 1, let tap = batch.first else {
                // One of them is at fault; halving finds which.
                batchSize = max(1, batch.count / 2)
                return .again
            }
            failures = 0
            return .settle([TapOutcome(id: tap.id, outcome: .rejected, reason: refusal.rawValue, message: sentence)])
        case .blocked(let sentence):
            return blocked(jitter, sentence, batch)
        case .unavailable(let sentence, let retryAfter):
            noteFailure(batch)
            let doubled = min(Self.firstPause * (1 << min(failures - 1, 10)), Self.longestPause) * (0.5 + jitter / 2)
            guard let retryAfter = retryAfter.map({ min($0, Self.longestRetryAfter) }), doubled < retryAfter else {
                return .wait(doubled, soonest: Self.soonestTry, sentence: sentence)
            }
            return .wait(retryAfter, soonest: nil, sentence: sentence)
        }
    }

    /// The outcome of one tap; nil if any of its items is not understood or says another outcome than the others.
    private static func outcome(of items: [AnsweredItem]) -> TapOutcome? {
        let outcomes = items.compactMap(\.outcome)
        guard outcomes.count == items.count, Set(outcomes.map(\.outcome)).count == 1 else { return nil }
        return outcomes.first
    }

    /// One try a minute at most.
    private mutating func blocked(_ jitter: Double, _ sentence: String, _ batch: [QueuedTap]) -> Step {
        noteFailure(batch)
        return .wait(Self.longestPause * (1 + jitter / 4), soonest: nil, sentence: sentence)
    }

    /// What fails may be too long for the line or for a proxy: the next batch is half as long.
    private mutating func noteFailure(_ batch: [QueuedTap]) {
        failures += 1
        batchSize = max(1, min(batchSize, batch.count) / 2)
    }
}
