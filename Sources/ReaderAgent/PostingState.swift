/// What became of one attempt to send taps.
package enum PostResult: Sendable, Equatable {
    /// The server answered; perhaps not for every tap.
    case answered([TapOutcome])
    /// The key is unknown or may not do this (401, 403).
    case keyRefused(sentence: String)
    /// The list is not to the server's liking (400, 413, 422).
    case listRefused(sentence: String)
    /// Nobody there, or not now (no connection, 408, 425, 429, 5xx), or not what we expect at this address (404 and others).
    case unavailable(sentence: String, retryAfter: Duration? = nil)
}

/// Decides how the queue is sent: in which batches, when again after a failure, and when not at all.
struct PostingState: Equatable {
    enum Step: Equatable {
        /// Write the outcomes down and go on.
        case settle([TapOutcome])
        /// Try again at once, with as many taps as `batchSize` says now.
        case again
        case wait(Duration, sentence: String)
        case stop(sentence: String)
    }

    static let largestBatch = 200
    /// The first pause; each failure doubles it.
    static let firstPause = Duration.milliseconds(500)
    static let longestPause = Duration.seconds(60)
    /// A server may ask for more patience than our own, but not for more than this.
    static let longestRetryAfter = Duration.seconds(3600)

    private(set) var batchSize = largestBatch
    private(set) var failures = 0

    /// - Parameters:
    ///   - batch: the taps that were sent.
    ///   - jitter: from 0 to below 1, drawn anew each time, so that readers do not all come back in the same moment.
    mutating func after(_ result: PostResult, batch: [QueuedTap], jitter: Double) -> Step {
        switch result {
        case .answered(let outcomes):
            let sent = Set(batch.map(\.id))
            let answered = outcomes.filter { sent.contains($0.id) }
            guard !answered.isEmpty else { return pause(jitter, "The server's answer names none of the taps sent.") }
            failures = 0
            batchSize = min(batchSize * 2, Self.largestBatch)
            return .settle(answered)
        case .listRefused(let sentence):
            guard batch.count == 1, let tap = batch.first else {
                // One of them is at fault; halving finds which.
                batchSize = max(1, batch.count / 2)
                return .again
            }
            failures = 0
            return .settle([TapOutcome(id: tap.id, outcome: .rejected, message: sentence)])
        case .keyRefused(let sentence):
            return .stop(sentence: sentence)
        case .unavailable(let sentence, let retryAfter):
            return pause(jitter, sentence, atLeast: retryAfter.map { min($0, Self.longestRetryAfter) } ?? .zero)
        }
    }

    private mutating func pause(_ jitter: Double, _ sentence: String, atLeast minimum: Duration = .zero) -> Step {
        failures += 1
        let doubled = Self.firstPause * (1 << min(failures - 1, 10))
        return .wait(max(min(doubled, Self.longestPause) * (0.5 + jitter / 2), minimum), sentence: sentence)
    }
}
