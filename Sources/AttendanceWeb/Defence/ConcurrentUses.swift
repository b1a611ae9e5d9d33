import NIOConcurrencyHelpers

/// Counts how many of one kind of thing each subject has under way at once, and refuses more.
final class ConcurrentUses: Sendable {
    /// One use. It ends with its last reference, so it also ends where an answer is never sent.
    final class Use: Sendable {
        private let uses: ConcurrentUses
        private let subject: RateLimits.Subject

        fileprivate init(_ uses: ConcurrentUses, _ subject: RateLimits.Subject) {
            self.uses = uses
            self.subject = subject
        }

        deinit { uses.end(of: subject) }
    }

    private let limit: Int
    private let counts = NIOLockedValueBox<[RateLimits.Subject: Int]>([:])

    /// - Parameter limit: for each subject.
    init(limit: Int) { self.limit = limit }

    /// - Throws: ``WebError/tooOften(_:)`` where as many as allowed are under way.
    func begin(_ subject: RateLimits.Subject) throws(WebError) -> Use {
        let isAllowed = counts.withLockedValue { counts in
            let count = counts[subject, default: 0]
            guard count < limit else { return false }
            counts[subject] = count + 1
            return true
        }
        guard isAllowed else { throw .tooOften(5) }
        return Use(self, subject)
    }

    private func end(of subject: RateLimits.Subject) {
        counts.withLockedValue { counts in
            let count = counts[subject, default: 1] - 1
            counts[subject] = count > 0 ? count : nil
        }
    }
}

extension WebServices {
    /// Reads records of a long time when it is the person's turn. Accesses are noted inside, so that what is refused leaves none.
    /// - Throws: ``WebError/tooOften(_:)`` where the person waits for several already.
    func readingRecords<Value: Sendable>(
        for person: Int64, _ work: () async throws -> Value
    ) async throws -> Value {
        let use = try recordReads.begin(.person(person))
        defer { withExtendedLifetime(use) {} }
        return try await recordTurns.take(work)
    }
}
