package import NFCTag
import PCSC

/// The tags that are placed on the readers, in order of time.
package struct TagStream {
    enum Event: Sendable {
        case event(ReaderEvent)
        /// The wait with this number has reached its time limit.
        case timedOut(Int)
    }

    private var events: AsyncStream<Event>.AsyncIterator
    private let continuation: AsyncStream<Event>.Continuation
    private let limit: Duration
    private var waits = 0
    /// True while something on a reader does not respond: two tags at once, or a tag at the edge of the field.
    private var isMute = false
    /// The known capabilities, keyed by reader name.
    private var capabilities: [String: ReaderCapabilities] = [:]

    init(events: AsyncStream<Event>.AsyncIterator, continuation: AsyncStream<Event>.Continuation, limit: Duration) {
        self.events = events
        self.continuation = continuation
        self.limit = limit
    }

    /// Waits for the next tag. The first call also returns for a tag that is already on a reader.
    /// - Returns: the name of its reader.
    /// - Throws: `TagSession.Failure` after the time limit. `PCSCError` immediately if there is no reader or no pcscd.
    package mutating func next() async throws -> String {
        waits += 1
        let (wait, limit, continuation) = (waits, limit, continuation)
        async let _: Void = {
            try? await Task.sleep(for: limit)
            continuation.yield(.timedOut(wait))
        }()
        while let event = await events.next(isolation: #isolation) {
            switch event {
            case .event(.inserted(let reader, _)):
                isMute = false
                return reader
            case .event(.unresponsive): isMute = true
            case .event(.removed): isMute = false
            // A person runs the command, so a missing reader is reported immediately.
            case .event(.serviceLost(let error)): throw error
            case .event(.noReader): throw PCSCError.noReader
            case .timedOut(wait) where isMute: throw PCSCError.cardUnresponsive
            case .timedOut(wait): throw TagSession.Failure.noTag(within: limit)
            case .event, .timedOut: break
            }
        }
        throw CancellationError()
    }

    /// The number of attempts for a tag that does not respond: it enters the field slowly, or another program has just used
    /// it.
    private static let attempts = 5
    private static let betweenAttempts = Duration.milliseconds(200)

    /// Runs `body` with the tag on a reader. `body` is repeated if the tag is not ready.
    package mutating func withTag<Value: Sendable>(
        on reader: String, _ body: (_ tag: inout TagWriter<CardTransport>) async throws -> Value
    ) async throws -> Value {
        let known = capabilities[reader] ?? ReaderModel.named(reader)?.capabilities ?? ReaderCapabilities()
        var attempt = 1
        while true {
            do {
                let (value, learned) = try await SmartCard.with(in: reader, timeout: limit) { card, answerToReset in
                    var tag = TagWriter(CardTransport(card: card), atr: ATR(answerToReset), capabilities: known)
                    return (try await body(&tag), tag.capabilities)
                }
                capabilities[reader] = learned
                return value
            } catch let error as PCSCError where error.isNotReady && attempt < Self.attempts {
                attempt += 1
                try await Task.sleep(for: Self.betweenAttempts)
            }
        }
    }
}

extension PCSCError {
    /// True if the tag is present but was not ready, so that a retry may succeed.
    fileprivate var isNotReady: Bool { self == .cardUnresponsive || self == .cardReset || self == .cardInUse }
}
