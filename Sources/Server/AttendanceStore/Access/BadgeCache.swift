package import Attendance
import Postgres

/// Caches the badges and open enrolments, so that a tap does not query the database for them.
package struct BadgeCache: Sendable {
    private let store: AttendanceStore
    private let index = TTLCache<SoleKey, BadgeIndex>()

    init(store: AttendanceStore) { self.store = store }

    /// The owners of the badges, in the order of the taps. An unknown badge is enrolled if an enrolment waits for it.
    /// - Throws: ``SecretError``, ``PostgresError``. The taps can be sent again.
    package func owners(of taps: [BadgeTap], now: Instant) async throws -> [BadgeOwner] {
        var owners: [BadgeOwner] = []
        // A reader may send thousands of stored taps of unknown badges. Only the first one reads the index again.
        var isFresh = false
        for tap in taps {
            if let owner = try await knownOwner(of: tap, now: now) {
                owners.append(owner)
                continue
            }
            if !isFresh { index.invalidate() }
            isFresh = true
            owners.append(try await enrolledOwner(of: tap, now: now))
        }
        return owners
    }

    private func enrolledOwner(of tap: BadgeTap, now: Instant) async throws -> BadgeOwner {
        if let owner = try await knownOwner(of: tap, now: now) { return owner }
        let isAwaited = try await current(now).enrolment(for: tap, now: now) != nil
        guard isAwaited else { return .unknown }
        let hash = try await hash(tap)
        let name = try await store.badges.enrol(hash, tap, now: now)
        index.invalidate()
        if let name {
            try await store.badges.claimTaps(of: [hash], now: now)
            return .enrolled(name)
        }
        // Another tap was first. It may have been of this badge, at another server.
        return try await knownOwner(of: tap, now: now) ?? .unknown
    }

    private func knownOwner(of tap: BadgeTap, now: Instant) async throws -> BadgeOwner? {
        let current = try await current(now)
        if current.isEmpty { return nil }
        let hash = try await hash(tap)
        if let entry = current.entry(hash, enrolledBy: tap.id) {
            // A repetition: the first attempt may have ended before it claimed the badge's taps.
            try await store.badges.claimTaps(of: [hash], now: now)
            return .enrolled(entry.displayName)
        }
        guard let entry = current.entry(hash, at: tap.at) else { return nil }
        if let enrolment = current.enrolment(for: tap, now: now) {
            try await store.badges.tellEnrolment(enrolment.id, thatBadgeIsOf: entry.person)
        }
        return tap.at < entry.from ? .laterOwner(entry.userName) : .person(entry.userName)
    }

    /// Stores taps of badges without an owner until the badges are enrolled. A repetition changes nothing.
    package func keep(_ taps: [BadgeTap], now: Instant) async throws {
        if taps.isEmpty { return }
        let secret = try await store.secrets.secret()
        let hashes = taps.map { secret.hash(of: $0.reading) }
        try await store.badges.keep(taps.map(\.submission), of: hashes)
        // A badge may have been enrolled meanwhile, also at another server, before these taps were stored.
        try await store.badges.claimTaps(of: Array(Set(hashes)), now: now)
    }

    private func hash(_ tap: BadgeTap) async throws -> [UInt8] { try await store.secrets.secret().hash(of: tap.reading) }

    private func current(_ now: Instant) async throws -> BadgeIndex {
        try await index.value(now: now) { try await store.badges.badgeIndex() }
    }

    func invalidate() { index.invalidate() }
}
