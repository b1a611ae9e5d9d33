package import Attendance
import Postgres
import Synchronization

/// Caches the owners of keys and sessions, so that a tap does not query the database for them.
///
/// ``AccessListener`` invalidates the cache at each change. In any case an entry expires after ``lifetime``.
package final class AccessCache: Sendable {
    /// The lifetime of an entry.
    package static let lifetime = Duration.seconds(30)
    /// The shortest time between two stored uses of a session.
    private static let useInterval = Duration.seconds(300)

    private struct State {
        var generation = 0
        /// The readers' latest requests that are not stored yet.
        var sightings: [ReaderID: ReaderSighting] = [:]
        /// The latest uses of sessions that are not stored yet.
        var uses: [SessionID: Instant] = [:]
    }

    /// The cache of tags. It is invalidated together with this cache.
    package let tags: TagCache
    /// The cache of badges. It is invalidated together with this cache.
    package let badges: BadgeCache
    /// The cache of the offices' networks. It is invalidated together with this cache.
    let officeNetworks: OfficeNetworks

    private let store: AttendanceStore
    /// Lookups of uncached keys and tokens, which may be guesses, use at most two connections of the pool. The others wait.
    package let uncachedLookups = ConcurrencyLimiter(limit: 2)
    private let readers: TTLCache<PostgresBytes, Reader>
    private let sessions: TTLCache<PostgresBytes, SignInSession>
    private let keyHolders: TTLCache<PostgresBytes, KeyHolder>
    private let provisioners: TTLCache<PostgresBytes, Provisioner>
    private let displays: TTLCache<PostgresBytes, Display>
    private let state = Mutex(State())

    /// The number of invalidations.
    package var generation: Int { state.withLock(\.generation) }

    package init(store: AttendanceStore) {
        self.store = store
        tags = TagCache(store: store)
        badges = BadgeCache(store: store)
        officeNetworks = OfficeNetworks(store: store.startRequirements)
        readers = TTLCache(uncachedLookups: uncachedLookups)
        sessions = TTLCache(uncachedLookups: uncachedLookups)
        keyHolders = TTLCache(uncachedLookups: uncachedLookups)
        provisioners = TTLCache(uncachedLookups: uncachedLookups)
        displays = TTLCache(uncachedLookups: uncachedLookups)
    }

    /// The reader that has this key; nil: the key is invalid.
    package func reader(withKey key: String, now: Instant) async throws -> Reader? {
        let reader = try await readers.value(for: Secret.hash(key), now: now) { hash in
            try await store.readers.reader(withKeyHash: hash, now: now)
        }
        // If the key requires a certificate, the caller calls `saw` after it checked the certificate.
        if let reader, reader.certificate == nil { saw(reader, now: now) }
        return reader
    }

    /// Notes a request of an authenticated reader.
    package func saw(_ reader: Reader, now: Instant, status: ReaderStatus = ReaderStatus()) {
        state.withLock { state in
            let known = state.sightings[reader.id]?.status
            state.sightings[reader.id] = ReaderSighting(at: now, status: status.completed(by: known))
        }
    }

    /// The readers' latest requests that are not stored yet.
    package var sightings: [ReaderID: ReaderSighting] { state.withLock(\.sightings) }

    /// The holder of this API key; nil: the key is invalid.
    package func keyHolder(withKey key: String, now: Instant) async throws -> KeyHolder? {
        try await keyHolders.value(for: Secret.hash(key), now: now) { hash in
            try await store.personalKeys.holder(ofKeyHash: hash, now: now)
        }
    }

    /// The person whose programs have this API key; nil: the key is invalid or for tags only.
    package func person(withKey key: String, now: Instant) async throws -> Person? {
        try await keyHolder(withKey: key, now: now).flatMap { $0.use == .programs ? $0.person : nil }
    }

    /// The wall display that has this key; nil: the key is invalid.
    package func display(withKey key: String, now: Instant) async throws -> Display? {
        try await displays.value(for: Secret.hash(key), now: now) { hash in
            try await store.displays.display(withKeyHash: hash).map { ($0, until: nil) }
        }
    }

    /// The provisioner that has this key; nil: the key is invalid.
    package func provisioner(withKey key: String, now: Instant) async throws -> Provisioner? {
        try await provisioners.value(for: Secret.hash(key), now: now) { hash in
            try await store.provisioners.provisioner(withKeyHash: hash).map { ($0, until: nil) }
        }
    }

    /// Returns the readers' latest requests since the previous call, by reader id.
    func takeSightings() -> [ReaderID: ReaderSighting] {
        state.withLock { state in
            defer { state.sightings = [:] }
            return state.sightings
        }
    }

    /// The session of this token; nil: the token is invalid.
    package func session(withToken token: String, now: Instant) async throws -> SignInSession? {
        try await session(withTokenHash: Secret.hash(token), now: now)
    }

    /// Whether a session is still active and its person is unchanged, including role and office.
    package func isGoing(_ session: SignInSession, now: Instant) async throws -> Bool {
        try await self.session(withTokenHash: session.tokenHash, now: now)?.person == session.person
    }

    private func session(withTokenHash hash: PostgresBytes, now: Instant) async throws -> SignInSession? {
        let found = try await sessions.value(for: hash, now: now) { hash in
            guard let session = try await store.sessions.session(withTokenHash: hash, now: now) else { return nil }
            // A previous token, or one that is due for rotation, is not cached: it is looked up for each request.
            let isStaying = session.isCurrent && !session.needsRenewal(at: now)
            return (session, until: isStaying ? session.expiresAt : now)
        }
        guard var session = found else { return nil }
        if now.wholeSeconds(since: session.usedAt) >= Self.useInterval {
            session.usedAt = now
            let id = session.id
            state.withLock { $0.uses[id] = now }
            sessions.update(hash) { $0.usedAt = now }
        }
        return session
    }

    /// Returns the uses of sessions since the previous call, by session id: at most one per session in 300 s.
    func takeUses() -> [SessionID: Instant] {
        state.withLock { state in
            defer { state.uses = [:] }
            return state.uses
        }
    }

    package func invalidate() {
        state.withLock { $0.generation += 1 }
        readers.invalidate()
        sessions.invalidate()
        keyHolders.invalidate()
        provisioners.invalidate()
        displays.invalidate()
        tags.invalidate()
        badges.invalidate()
        officeNetworks.invalidate()
    }
}
