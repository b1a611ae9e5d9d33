import Attendance
import Synchronization

/// A cache of database lookups. An entry expires after ``AccessCache/lifetime``, or earlier if its value does. Unknown keys
/// are not cached, so guessed keys cannot fill it.
///
/// ``invalidate()`` may be called during a lookup: the result is then not cached.
final class TTLCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct State {
        var entries: [Key: (value: Value, until: Instant)] = [:]
        var generation = 0
    }

    /// A full cache is emptied. An office has fewer keys.
    private let limit = 10_000
    private let state = Mutex(State())
    /// Limits the lookups of keys that were never cached: most are guesses, and must not use all connections of the pool.
    private let uncachedLookups: ConcurrencyLimiter

    init(uncachedLookups: ConcurrencyLimiter) { self.uncachedLookups = uncachedLookups }

    /// The cached value, or else the fetched one; nil if the key is unknown.
    /// - Parameter fetch: queries the database for the value and its expiry; nil: the value has none. A value that expires
    ///   at `now` is not cached.
    func value(
        for key: Key, now: Instant, fetch: (Key) async throws -> (Value, until: Instant?)?
    ) async throws -> Value? {
        let (entry, asked) = state.withLock { ($0.entries[key], $0.generation) }
        if let entry, now < entry.until { return entry.value }
        // An expired entry shows that the key is valid and not a guess.
        let fetched = entry == nil ? try await uncachedLookups.run { try await fetch(key) } : try await fetch(key)
        guard let (value, expiry) = fetched else { return nil }
        let end = now + AccessCache.lifetime
        let until = min(end, expiry ?? end)
        state.withLock { state in
            if state.entries.count >= limit { state.entries = [:] }
            if asked == state.generation, now < until { state.entries[key] = (value, until) }
        }
        return value
    }

    /// Changes the value that is cached now, which can be a newer one than the caller has. The expiry stays the same.
    func update(_ key: Key, _ change: (inout Value) -> Void) {
        state.withLock { state in
            if var entry = state.entries[key] {
                change(&entry.value)
                state.entries[key] = entry
            }
        }
    }

    func invalidate() {
        state.withLock { state in
            state.generation += 1
            state.entries = [:]
        }
    }
}

/// The key of a cache that has one entry.
enum SoleKey { case sole }

extension TTLCache where Key == SoleKey {
    convenience init() { self.init(uncachedLookups: ConcurrencyLimiter(limit: .max)) }

    /// The cached value, or else the fetched one.
    func value(now: Instant, fetch: () async throws -> Value) async throws -> Value {
        let (entry, asked) = state.withLock { ($0.entries[.sole], $0.generation) }
        if let entry, now < entry.until { return entry.value }
        let value = try await fetch()
        state.withLock { state in
            if asked == state.generation { state.entries[.sole] = (value, now + AccessCache.lifetime) }
        }
        return value
    }
}
