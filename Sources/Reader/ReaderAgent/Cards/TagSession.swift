import Foundation
package import NFCTag
import PCSC

/// Waits for tags and runs a command's work on one or several of them.
package struct TagSession: Sendable {
    private let name: String?
    private let limit: Duration

    /// - Parameters:
    ///   - readers: a part of the reader names to use; nil for all readers.
    ///   - limit: the time limit for each tag, and for each response of its reader.
    package init(on readers: String?, within limit: Duration) {
        name = readers
        self.limit = limit
    }

    package enum Failure: Error, Sendable, Equatable {
        case noTag(within: Duration)
        /// No reader name contains this text.
        case noSuchReader(String, known: [String])
    }

    /// Runs `body` with the tag that is on a reader, or with the next tag.
    /// - Parameter body: gets the reader's name and the tag.
    /// - Throws: ``Failure``, `PCSCError`, `TagError` or any error of `body`.
    package func with<Value: Sendable>(
        _ body: (_ reader: String, _ tag: inout TagWriter<CardTransport>) async throws -> Value
    ) async throws -> Value {
        try await withTags { tags in
            let reader = try await tags.next()
            return try await tags.withTag(on: reader) { try await body(reader, &$0) }
        }
    }

    /// Runs `body` with the stream of tags.
    /// - Throws: ``Failure``, `PCSCError` or any error of `body`.
    package func withTags<Value: Sendable>(_ body: (inout TagStream) async throws -> Value) async throws -> Value {
        let readers = PCSCReaders(named: name)
        let known = try await ReaderWatch.readers()
        if let name, !known.isEmpty, !known.contains(where: readers.isWanted) {
            throw Failure.noSuchReader(name, known: known)
        }
        let (events, continuation) = AsyncStream<TagStream.Event>.makeStream()
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await readers.watch { continuation.yield(.event($0)) } }
            defer { group.cancelAll() }
            var tags = TagStream(events: events.makeAsyncIterator(), continuation: continuation, limit: limit)
            return try await body(&tags)
        }
    }
}

extension TagSession.Failure: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noTag(let limit):
            "No tag was detected within \(limit.components.seconds) s. Check that the reader supports this kind of tag: many do not detect ISO 15693."
        case .noSuchReader(let name, let known):
            "No reader has '\(name)' in its name. Connected readers: \(known.joined(separator: ", "))."
        }
    }
}
