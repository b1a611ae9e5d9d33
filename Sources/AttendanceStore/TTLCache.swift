import Attendance
import Postgres

/// What the database answered to the hash of a key or a token, believed until a moment that its asker sets. Only keys that
/// somebody has are remembered, so guessing fills nothing.
///
/// It belongs to an actor, which is entered anew while the database answers: what was asked before ``empty()`` is not kept after.
final class TTLCache<Value: Sendable> {
    /// Above this many the answers begin anew; an office has fewer keys.
    private let limit = 10_000
    private var entries: [PostgresBytes: (value: Value, until: Instant)] = [:]
    private var emptied = 0
    /// Look-ups of what no answer is remembered for: most are guesses, and may not take all connections of the pool.
    private let firstLookUps: ConcurrencyLimiter

    init(firstLookUps: ConcurrencyLimiter) { self.firstLookUps = firstLookUps }

    /// The answer that is remembered, else the one that is fetched now.
    /// - Parameter fetch: asks the database; an answer whose time is over at once is not kept.
    func answer(
        to hash: PostgresBytes, now: Instant, fetch: (PostgresBytes) async throws -> (Value, until: Instant)?
    ) async throws -> Value? {
        if let entry = entries[hash], now < entry.until { return entry.value }
        let asked = emptied
        // What was somebody's a moment ago is no guess.
        let answer = entries[hash] == nil ? try await firstLookUps.run { try await fetch(hash) } : try await fetch(hash)
        guard let (value, until) = answer else { return nil }
        if entries.count >= limit { entries = [:] }
        if asked == emptied, now < until { entries[hash] = (value, until) }
        return value
    }

    /// Has the answer that is remembered say something else, for as long as it would have been believed.
    func replace(_ hash: PostgresBytes, by value: Value) { entries[hash]?.value = value }

    func empty() {
        emptied += 1
        entries = [:]
    }
}
