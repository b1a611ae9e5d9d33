import Foundation
package import NFCTag
import PCSC

/// Waits for a tag, for the work of one command with it.
package struct NextTag: Sendable {
    private let readers: PCSCReaders
    private let limit: Duration

    /// - Parameters:
    ///   - readers: a part of the names of the readers to use; nil takes whichever gets a tag first.
    ///   - limit: how long to wait.
    package init(on readers: String?, within limit: Duration) {
        self.readers = PCSCReaders(named: readers)
        self.limit = limit
    }

    package enum Failure: Error, Sendable, Equatable {
        case noTag(seconds: Int)
        case notLifted(seconds: Int)
    }

    /// Lends the tag that lies on a reader, or the first that comes.
    /// - Parameter body: what to do with it; it is given the reader's name, the way to the tag and its answer to reset.
    /// - Throws: ``Failure``, `PCSCError`, `TagError` or what `body` throws.
    package func with<Value: Sendable>(
        _ body: (_ reader: String, _ transport: CardTransport, _ answerToReset: ATR) async throws -> Value
    ) async throws -> Value {
        let reader = try await event(or: .noTag(seconds: seconds)) { event in
            if case .inserted(let reader, _) = event { reader } else { nil }
        }
        return try await SmartCard.with(in: reader) { card, answerToReset in
            try await body(reader, CardTransport(card: card), ATR(answerToReset))
        }
    }

    /// Waits until the reader is empty.
    package func isLifted(from wanted: String) async throws {
        _ = try await event(or: .notLifted(seconds: seconds)) { event in
            if case .removed(wanted) = event { true } else { nil }
        }
    }

    private var seconds: Int { Int(limit / .seconds(1)) }

    /// The first event that is of use.
    private func event<Value: Sendable>(
        or failure: Failure, _ use: @escaping @Sendable (ReaderEvent) throws -> Value?
    ) async throws -> Value {
        try await withThrowingTaskGroup(of: Value?.self) { group in
            let (events, tell) = AsyncStream<ReaderEvent>.makeStream()
            group.addTask {
                await readers.watch { tell.yield($0) }
                return nil
            }
            group.addTask {
                for await event in events {
                    switch event {
                    // A command has somebody before the screen: better to say at once what is missing.
                    case .serviceAway(let error): throw error
                    case .noReader: throw PCSCError.noReader
                    default: if let value = try use(event) { return value }
                    }
                }
                return nil
            }
            group.addTask {
                try await Task.sleep(for: limit)
                throw failure
            }
            defer { group.cancelAll() }
            while let value = try await group.next() {
                if let value { return value }
            }
            throw CancellationError()
        }
    }
}

extension NextTag.Failure: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noTag(let seconds):
            "No tag came within \(seconds) s. Does this reader see tags of this kind? An ISO 15693 tag stays unseen on many."
        case .notLifted(let seconds): "The tag was not lifted within \(seconds) s."
        }
    }
}
