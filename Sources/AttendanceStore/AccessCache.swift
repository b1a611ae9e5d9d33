package import Attendance
import Postgres

/// Who a key or a cookie belongs to, remembered for a moment so that a tap does not ask the database for it.
///
/// A revocation empties the cache by a notification; should one get lost with its connection, an entry still ends after
/// ``lifetime`` seconds.
package actor AccessCache {
    private struct Entry<Value: Sendable>: Sendable {
        var value: Value
        var until: Instant
    }

    /// Seconds for which an answer is believed.
    package static let lifetime: Int64 = 30
    /// Above this many entries the cache begins anew; an office has fewer keys.
    private static let limit = 10_000

    /// What is known of tags, forgotten with all else.
    package nonisolated let tags: TagRegistry
    /// What is known of badges, likewise.
    package nonisolated let badges: BadgeDirectory

    private let store: AttendanceStore
    private var readers: [PostgresBytes: Entry<Reader>] = [:]
    private var people: [Int64: Entry<Person>] = [:]
    private var keyHolders: [PostgresBytes: Entry<Person>] = [:]
    /// Counts the times the cache was emptied, so that an answer asked for before is not kept after.
    private var generation = 0

    package init(store: AttendanceStore) {
        self.store = store
        tags = TagRegistry(store: store)
        badges = BadgeDirectory(store: store)
    }

    /// The reader that has this key; nil where nobody has. Only good keys are remembered, so guessing fills nothing.
    package func reader(withKey key: String, now: Instant) async throws -> Reader? {
        let hash = Secret.hash(key)
        if let entry = readers[hash], now < entry.until { return entry.value }
        let asked = generation
        guard let reader = try await store.reader(withKeyHash: hash) else { return nil }
        if readers.count >= Self.limit { readers = [:] }
        if asked == generation { readers[hash] = Entry(value: reader, until: now.adding(seconds: Self.lifetime)) }
        return reader
    }

    /// The person whose program has this key; nil where nobody has.
    package func person(withKey key: String, now: Instant) async throws -> Person? {
        let hash = Secret.hash(key)
        if let entry = keyHolders[hash], now < entry.until { return entry.value }
        let asked = generation
        guard let person = try await store.person(withKeyHash: hash) else { return nil }
        if keyHolders.count >= Self.limit { keyHolders = [:] }
        if asked == generation { keyHolders[hash] = Entry(value: person, until: now.adding(seconds: Self.lifetime)) }
        return person
    }

    package func person(_ id: Int64, now: Instant) async throws -> Person? {
        if let entry = people[id], now < entry.until { return entry.value }
        let asked = generation
        guard let person = try await store.person(id) else { return nil }
        if people.count >= Self.limit { people = [:] }
        if asked == generation { people[id] = Entry(value: person, until: now.adding(seconds: Self.lifetime)) }
        return person
    }

    package func empty() async {
        generation += 1
        readers = [:]
        people = [:]
        keyHolders = [:]
        await tags.empty()
        await badges.empty()
    }
}
