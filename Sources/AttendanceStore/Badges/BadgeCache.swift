package import Attendance
import Postgres

/// Caches the badges and open enrolments, so that a tap does not query the database for them.
package actor BadgeCache {
    private let store: AttendanceStore
    private let index = TTLCache<SoleKey, BadgeIndex>()

    init(store: AttendanceStore) { self.store = store }

    /// Whose badges these are, one tap after the other. An unknown badge becomes that of whoever is waited for at its reader.
    /// - Throws: ``SecretError`` and PostgreSQL's errors; then the taps may be sent again.
    package func owners(of taps: [BadgeTap], now: Instant) async throws -> [BadgeOwner] {
        var owners: [BadgeOwner] = []
        // A reader may have kept thousands of taps by badges that are nobody's: the first of them has the book read anew, and the
        // others are looked up in that.
        var isFresh = false
        for tap in taps {
            if let owner = try await known(tap, now: now) {
                owners.append(owner)
                continue
            }
            if !isFresh { index.invalidate() }
            isFresh = true
            owners.append(try await ownerOfUnknown(tap, now: now))
        }
        return owners
    }

    private func ownerOfUnknown(_ tap: BadgeTap, now: Instant) async throws -> BadgeOwner {
        if let owner = try await known(tap, now: now) { return owner }
        guard try await current(now).enrolment(at: tap.reader, now: now).map({ $0.askedAt < tap.at }) == true else {
            return .nobody
        }
        let hash = try await hash(tap)
        let name = try await store.badges.enrol(hash, tap, now: now)
        index.invalidate()
        if let name {
            try await store.badges.claimTaps(of: [hash], now: now)
            return .enrolled(name)
        }
        // Another tap was first: it may even have been of this badge, at another server.
        return try await known(tap, now: now) ?? .nobody
    }

    private func known(_ tap: BadgeTap, now: Instant) async throws -> BadgeOwner? {
        let book = try await current(now)
        // Nobody has a badge here: then nobody needs a secret either.
        if book.isEmpty { return nil }
        let hash = try await hash(tap)
        if let entry = book.entry(hash, enrolledBy: tap.id) {
            // Where this is repeated, the first time may have ended before the badge's taps were claimed.
            try await store.badges.claimTaps(of: [hash], now: now)
            return .enrolled(entry.displayName)
        }
        guard let entry = book.entry(hash, at: tap.at) else { return nil }
        if let enrolment = book.enrolment(at: tap.reader, now: now), enrolment.askedAt < tap.at {
            try await store.badges.tellEnrolment(enrolment.id, thatBadgeIsOf: entry.person)
        }
        return tap.at < entry.from ? .laterOwner(entry.userName) : .person(entry.userName)
    }

    /// Keeps taps by badges that are nobody's until they are somebody's. A repetition changes nothing.
    /// - Returns: whether they are kept. They are not where no badge can become anybody's, because there can be no secret.
    package func keep(_ taps: [UnclaimedTap], now: Instant) async throws -> Bool {
        if taps.isEmpty { return true }
        let secret: ServerSecret
        do {
            secret = try await store.secrets.secret()
        } catch SecretError.noFile, SecretError.notMade, SecretError.unwritable {
            return false
        }
        let hashes = taps.map { secret.hash(of: $0.reading) }
        try await store.badges.keep(taps.map(\.submission), of: hashes)
        // Of a badge that became somebody's meanwhile, also at another server, the taps were claimed before these were there.
        try await store.badges.claimTaps(of: Array(Set(hashes)), now: now)
        return true
    }

    private func hash(_ tap: BadgeTap) async throws -> [UInt8] { try await store.secrets.secret().hash(of: tap.reading) }

    private func current(_ now: Instant) async throws -> BadgeIndex {
        try await index.value(now: now) { try await store.badges.badgeBook() }
    }

    func invalidate() { index.invalidate() }
}
