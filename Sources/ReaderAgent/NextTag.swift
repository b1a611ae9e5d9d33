import Foundation
package import NFCTag
import PCSC

/// Waits for tags, for the work of a command with one or with one after the other.
package struct NextTag: Sendable {
    private let name: String?
    private let limit: Duration

    /// - Parameters:
    ///   - readers: a part of the names of the readers to use; nil takes whichever gets a tag first.
    ///   - limit: how long to wait for each tag, and for each answer of its reader.
    package init(on readers: String?, within limit: Duration) {
        name = readers
        self.limit = limit
    }

    package enum Failure: Error, Sendable, Equatable {
        case noTag(seconds: Int)
        /// No reader has this in its name.
        case noSuchReader(String, known: [String])
    }

    /// Lends the tag that lies on a reader, or the first that comes.
    /// - Parameter body: what to do with it; it is given the reader's name.
    /// - Throws: ``Failure``, `PCSCError`, `TagError` or what `body` throws.
    package func with<Value: Sendable>(
        _ body: (_ reader: String, _ tag: inout TagWriter<CardTransport>) async throws -> Value
    ) async throws -> Value {
        try await withTags { tags in
            let reader = try await tags.next()
            return try await tags.lend(reader) { try await body(reader, &$0) }
        }
    }

    /// Lends the tags that come while `body` runs.
    package func withTags<Value: Sendable>(_ body: (inout ComingTags) async throws -> Value) async throws -> Value {
        let readers = PCSCReaders(named: name)
        let known = try await ReaderWatch.readers()
        if let name, !known.isEmpty, !known.contains(where: readers.isWanted) {
            throw Failure.noSuchReader(name, known: known)
        }
        let (moments, tell) = AsyncStream<ComingTags.Moment>.makeStream()
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await readers.watch { tell.yield(.event($0)) } }
            defer { group.cancelAll() }
            var tags = ComingTags(moments: moments.makeAsyncIterator(), tell: tell, limit: limit)
            return try await body(&tags)
        }
    }
}

/// The tags that are laid on the readers, one after the other.
package struct ComingTags {
    enum Moment: Sendable {
        case event(ReaderEvent)
        /// The wait of that number has taken too long.
        case tooLate(Int)
    }

    private var moments: AsyncStream<Moment>.AsyncIterator
    private let tell: AsyncStream<Moment>.Continuation
    private let limit: Duration
    private var waits = 0
    /// There is something that does not answer: two tags that talk at once, or one at the edge of the field.
    private var isMute = false
    /// What the readers have shown to take.
    private var capabilities: [String: ReaderCapabilities] = [:]

    init(moments: AsyncStream<Moment>.AsyncIterator, tell: AsyncStream<Moment>.Continuation, limit: Duration) {
        self.moments = moments
        self.tell = tell
        self.limit = limit
    }

    /// Waits for the next tag; at first, one that lies there already will do.
    /// - Returns: the name of its reader.
    /// - Throws: `NextTag.Failure`, or `PCSCError` where there is nothing to wait for.
    package mutating func next() async throws -> String {
        waits += 1
        let (wait, limit, tell) = (waits, limit, tell)
        async let _: Void = {
            try? await Task.sleep(for: limit)
            tell.yield(.tooLate(wait))
        }()
        while let moment = await moments.next(isolation: #isolation) {
            switch moment {
            case .event(.inserted(let reader, _)):
                isMute = false
                return reader
            case .event(.unresponsive): isMute = true
            case .event(.removed): isMute = false
            // A command has somebody before the screen: better to say at once what is missing.
            case .event(.serviceAway(let error)): throw error
            case .event(.noReader): throw PCSCError.noReader
            case .tooLate(wait) where isMute: throw PCSCError.cardUnresponsive
            case .tooLate(wait): throw NextTag.Failure.noTag(seconds: Int(limit / .seconds(1)))
            case .event, .tooLate: break
            }
        }
        throw CancellationError()
    }

    /// How often a tag that does not answer is asked again: it slides into the field slowly, or another program has just had it.
    private static let attempts = 5
    private static let betweenAttempts = Duration.milliseconds(200)

    /// Lends what lies on a reader, perhaps more than once.
    package mutating func lend<Value: Sendable>(
        _ reader: String, _ body: (_ tag: inout TagWriter<CardTransport>) async throws -> Value
    ) async throws -> Value {
        let known = capabilities[reader] ?? ReaderModel.named(reader)?.capabilities ?? ReaderCapabilities()
        var attempt = 1
        while true {
            do {
                let (value, learned) = try await SmartCard.with(in: reader, answeringWithin: limit) { card, answerToReset in
                    var tag = TagWriter(CardTransport(card: card), atr: ATR(answerToReset), capabilities: known)
                    return (try await body(&tag), tag.capabilities)
                }
                capabilities[reader] = learned
                return value
            } catch let error as PCSCError where error.isOfTheMoment && attempt < Self.attempts {
                attempt += 1
                try await Task.sleep(for: Self.betweenAttempts)
            }
        }
    }
}

extension PCSCError {
    /// The tag is there, and was not ready.
    fileprivate var isOfTheMoment: Bool { self == .cardUnresponsive || self == .cardReset || self == .cardInUse }
}

extension NextTag.Failure: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noTag(let seconds):
            "No tag came within \(seconds) s. Does this reader see tags of this kind? An ISO 15693 tag stays unseen on many."
        case .noSuchReader(let name, let known):
            "No reader has '\(name)' in its name. There \(known.count == 1 ? "is" : "are"): \(known.joined(separator: ", "))."
        }
    }
}
