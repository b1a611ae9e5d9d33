import Foundation

/// Decides the size of the batches, and when a failed batch is sent again.
struct PostingState: Equatable {
    enum Step: Equatable {
        /// Save the outcomes and continue with the taps after this batch. Taps of the batch without an outcome keep waiting.
        case settle([ServerOutcome])
        /// Retry immediately with at most `batchSize` taps.
        case again
        /// Wait before the next attempt.
        /// - Parameter soonest: the earliest time at which a new tap ends the pause; nil if it does not.
        case wait(Duration, soonest: Duration?, sentence: String)
    }

    static let largestBatch = 200
    /// The first pause. Each failure doubles it.
    static let firstPause = Duration.milliseconds(500)
    static let longestPause = Duration.seconds(60)
    /// The minimum pause before an attempt that a new tap triggers.
    static let soonestTry = Duration.seconds(5)
    /// The maximum pause that a server can request.
    static let longestRetryAfter = Duration.seconds(3600)

    private(set) var batchSize = largestBatch
    private(set) var failures = 0

    /// Decides the next step after an attempt.
    /// - Parameters:
    ///   - batch: the taps that were sent.
    ///   - jitter: a random value from 0 to below 1 that spreads the attempts of many readers.
    mutating func after(_ result: PostResult, batch: [QueuedTap], jitter: Double) -> Step {
        switch result {
        case .answered(let items):
            let sent = Set(batch.map(\.id))
            let named = Dictionary(grouping: items.filter { sent.contains($0.id) }, by: \.id)
            guard !named.isEmpty else {
                return blocked(jitter, "The server's response contains none of the sent taps.", batch)
            }
            failures = 0
            batchSize = min(batchSize * 2, Self.largestBatch)
            return .settle(batch.compactMap { tap in named[tap.id].flatMap(Self.outcome) })
        case .listRefused(let refusal, let sentence):
            guard batch.count == 1, let tap = batch.first else {
                // One tap of the list is invalid. Halving the batch isolates it.
                batchSize = max(1, batch.count / 2)
                return .again
            }
            failures = 0
            return .settle([ServerOutcome(id: tap.id, outcome: .rejected, reason: refusal.rawValue, message: sentence)])
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

    /// The outcome of one tap; nil if one of its items is not understood or contradicts another.
    private static func outcome(of items: [AnsweredItem]) -> ServerOutcome? {
        let outcomes = items.compactMap(\.outcome)
        guard outcomes.count == items.count, Set(outcomes.map(\.outcome)).count == 1 else { return nil }
        return outcomes.first
    }

    /// At most one attempt per minute.
    private mutating func blocked(_ jitter: Double, _ sentence: String, _ batch: [QueuedTap]) -> Step {
        noteFailure(batch)
        return .wait(Self.longestPause * (1 + jitter / 4), soonest: nil, sentence: sentence)
    }

    /// Halves the next batch: the failed one may be too large for the network or a proxy.
    private mutating func noteFailure(_ batch: [QueuedTap]) {
        failures += 1
        batchSize = max(1, min(batchSize, batch.count) / 2)
    }
}
