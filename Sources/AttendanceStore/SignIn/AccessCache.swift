package import Attendance
import Postgres

/// Who a key or a session belongs to, remembered for a moment so that a tap does not ask the database for it.
///
/// A revocation empties the cache by a notification; should one get lost with its connection, an entry still ends after
/// ``lifetime`` seconds.
package actor AccessCache {
    /// Seconds for which an answer is believed.
    package static let lifetime: Int64 = 30
    /// Seconds after which a further use of a session is noted.
    private static let useInterval: Int64 = 300

    /// What is known of tags, forgotten with all else.
    package nonisolated let tags: TagRegistry
    /// What is known of badges, likewise.
    package nonisolated let badges: BadgeCache

    private let store: AttendanceStore
    /// Two connections of the pool at most look up keys and tokens that may be guesses; the others wait for their turn.
    package nonisolated let firstLookUps = ConcurrencyLimiter(limit: 2)
    private let readers: TTLCache<Reader>
    private let sessions: TTLCache<SignInSession>
    private let keyHolders: TTLCache<Person>
    private let provisioners: TTLCache<Provisioner>
    private let displays: TTLCache<Display>
    /// When readers came last, since that was written down.
    private var sightings: [Int64: ReaderSighting] = [:]
    /// When sessions were used last, likewise.
    private var uses: [Int64: Instant] = [:]
    /// Counts the times the cache was emptied, so that an answer asked for before is not kept after.
    package private(set) var generation = 0

    package init(store: AttendanceStore) {
        self.store = store
        tags = TagRegistry(store: store)
        badges = BadgeCache(store: store)
        readers = TTLCache(firstLookUps: firstLookUps)
        sessions = TTLCache(firstLookUps: firstLookUps)
        keyHolders = TTLCache(firstLookUps: firstLookUps)
        provisioners = TTLCache(firstLookUps: firstLookUps)
        displays = TTLCache(firstLookUps: firstLookUps)
    }

    /// The reader that has this key; nil where nobody has.
    package func reader(withKey key: String, now: Instant) async throws -> Reader? {
        let reader = try await readers.answer(to: Secret.hash(key), now: now) { hash in
            guard let (reader, until) = try await store.readers.reader(withKeyHash: hash, now: now) else { return nil }
            let end = Self.end(from: now)
            return (reader, until: min(end, until ?? end))
        }
        // One that needs a certificate was not here for its key alone: who asks says so once they have seen it.
        if let reader, reader.certificate == nil { saw(reader, now: now) }
        return reader
    }

    /// A reader came with all that it needs.
    /// - Parameter clockAhead: seconds that its clock is ahead of the server's; nil if it does not say.
    package func saw(_ reader: Reader, now: Instant, clockAhead: Int64? = nil) {
        sightings[reader.id] = ReaderSighting(at: now, clockAhead: clockAhead ?? sightings[reader.id]?.clockAhead)
    }

    /// The person whose program has this key; nil where nobody has.
    package func person(withKey key: String, now: Instant) async throws -> Person? {
        try await keyHolders.answer(to: Secret.hash(key), now: now) { hash in
            try await store.personalKeys.person(withKeyHash: hash).map { ($0, until: Self.end(from: now)) }
        }
    }

    /// The screen that has this key; nil where none has.
    package func display(withKey key: String, now: Instant) async throws -> Display? {
        try await displays.answer(to: Secret.hash(key), now: now) { hash in
            try await store.displays.display(withKeyHash: hash).map { ($0, until: Self.end(from: now)) }
        }
    }

    /// The provisioner that has this key; nil where nobody has.
    package func provisioner(withKey key: String, now: Instant) async throws -> Provisioner? {
        try await provisioners.answer(to: Secret.hash(key), now: now) { hash in
            try await store.provisioners.provisioner(withKeyHash: hash).map { ($0, until: Self.end(from: now)) }
        }
    }

    private static func end(from now: Instant) -> Instant { now.adding(seconds: lifetime) }

    /// When readers came last that came since this was asked before, by their numbers.
    func takeSightings() -> [Int64: ReaderSighting] {
        defer { sightings = [:] }
        return sightings
    }

    /// Who is signed in by this token; nil where nobody is.
    package func session(withToken token: String, now: Instant) async throws -> SignInSession? {
        try await session(withTokenHash: Secret.hash(token), now: now)
    }

    /// Whether somebody is still signed in who was, and is who they were: their role and their office are as before.
    package func isGoing(_ session: SignInSession, now: Instant) async throws -> Bool {
        try await self.session(withTokenHash: session.tokenHash, now: now)?.person == session.person
    }

    private func session(withTokenHash hash: PostgresBytes, now: Instant) async throws -> SignInSession? {
        let found = try await sessions.answer(to: hash, now: now) { hash in
            guard let session = try await store.sessions.session(withTokenHash: hash, now: now) else { return nil }
            // A token that was changed is on its way out; who still comes with it is looked up each time.
            let isStaying = session.isCurrent && !session.needsRenewal(at: now)
            let end = min(Self.end(from: now), session.expiresAt ?? Self.end(from: now))
            return (session, until: isStaying ? end : now)
        }
        guard var session = found else { return nil }
        if now.seconds - session.usedAt.seconds >= Self.useInterval {
            session.usedAt = now
            uses[session.id] = now
            sessions.replace(hash, by: session)
        }
        return session
    }

    /// When sessions were used that is not written yet. It is noted once in some minutes for each.
    func takeUses() -> [Int64: Instant] {
        defer { uses = [:] }
        return uses
    }

    package func empty() async {
        generation += 1
        readers.empty()
        sessions.empty()
        keyHolders.empty()
        provisioners.empty()
        displays.empty()
        await tags.empty()
        await badges.empty()
    }
}
