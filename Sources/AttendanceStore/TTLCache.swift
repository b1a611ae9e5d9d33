import Attendance
import Postgres

/// A cache of database lookups by the hash of a key or token. The caller sets each entry's expiry. Unknown keys are not
/// cached, so guessed keys cannot fill it.
///
/// Its owner is an actor. Actors are reentrant, so ``empty()`` can run during a lookup: the result is then not cached.
final class TTLCache<Value: Sendable> {
    /// A full cache is emptied. An office has fewer keys.
    private let limit = 10_000
    private var entries: [PostgresBytes: (value: Value, until: Instant)] = [:]
    private var emptied = 0
    /// Limits the lookups of keys that were never cached: most are guesses, and must not use all connections of the pool.
    private let firstLookUps: ConcurrencyLimiter

    init(firstLookUps: ConcurrencyLimiter) { self.firstLookUps = firstLookUps }

    /// The cached value, or else the fetched one; nil if the key is unknown.
    /// - Parameter fetch: queries the database. A value with an expiry that is not after `now` is not cached.
    func answer(
        to hash: PostgresBytes, now: Instant, fetch: (PostgresBytes) async throws -> (Value, until: Instant)?
    ) async throws -> Value? {
        if let entry = entries[hash], now < entry.until { return entry.value }
        let asked = emptied
        // An expired entry shows that the key is valid and not a guess.
        let answer = entries[hash] == nil ? try await firstLookUps.run { try await fetch(hash) } : try await fetch(hash)
        guard let (value, until) = answer else { return nil }
        if entries.count >= limit { entries = [:] }
        if asked == emptied, now < until { entries[hash] = (value, until) }
        return value
    }

    /// Replaces a cached value. The expiry stays the same.
    func replace(_ hash: PostgresBytes, by value: Value) { entries[hash]?.value = value }

    func empty() {
        emptied += 1
        entries = [:]
    }
}
