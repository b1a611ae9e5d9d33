import Attendance

/// A cache of database lookups. An entry expires after ``AccessCache/lifetime``, or earlier if its value does. Unknown keys
/// are not cached, so guessed keys cannot fill it.
///
/// Its owner is an actor. Actors are reentrant, so ``invalidate()`` can run during a lookup: the result is then not cached.
final class TTLCache<Key: Hashable & Sendable, Value> {
    /// A full cache is emptied. An office has fewer keys.
    private let limit = 10_000
    private var entries: [Key: (value: Value, until: Instant)] = [:]
    private var generation = 0
    /// Limits the lookups of keys that were never cached: most are guesses, and must not use all connections of the pool.
    private let uncachedLookups: ConcurrencyLimiter

    init(uncachedLookups: ConcurrencyLimiter) { self.uncachedLookups = uncachedLookups }

    /// The cached value, or else the fetched one; nil if the key is unknown.
    /// - Parameter fetch: queries the database for the value and its expiry; nil: the value has none. A value that expires
    ///   at `now` is not cached.
    func value(
        for key: Key, now: Instant, fetch: (Key) async throws -> (Value, until: Instant?)?
    ) async throws -> Value? where Value: Sendable {
        if let entry = entries[key], now < entry.until { return entry.value }
        let asked = generation
        // An expired entry shows that the key is valid and not a guess.
        let fetched = entries[key] == nil ? try await uncachedLookups.run { try await fetch(key) } : try await fetch(key)
        guard let (value, expiry) = fetched else { return nil }
        if entries.count >= limit { entries = [:] }
        let end = now + AccessCache.lifetime
        let until = min(end, expiry ?? end)
        if asked == generation, now < until { entries[key] = (value, until) }
        return value
    }

    /// Replaces a cached value. The expiry stays the same.
    func replace(_ key: Key, by value: Value) { entries[key]?.value = value }

    func invalidate() {
        generation += 1
        entries = [:]
    }
}

/// The key of a cache that has one entry.
enum SoleKey { case sole }

extension TTLCache where Key == SoleKey {
    convenience init() { self.init(uncachedLookups: ConcurrencyLimiter(limit: .max)) }

    /// The cached value, or else the fetched one.
    func value(now: Instant, fetch: () async throws -> Value) async throws -> Value {
        if let entry = entries[.sole], now < entry.until { return entry.value }
        let asked = generation
        let value = try await fetch()
        if asked == generation { entries[.sole] = (value, now + AccessCache.lifetime) }
        return value
    }
}
