package import Attendance
import Postgres

/// What a server process knows of badges, remembered for a moment so that a tap asks the database nothing.
package actor BadgeDirectory {
    private let store: AttendanceStore
    private var book: BadgeBook?
    private var until = Instant(millisecondsSince1970: 0)
    /// Counts the times the memory was emptied, so that what was read before is not kept after.
    private var generation = 0

    init(store: AttendanceStore) { self.store = store }

    /// Whose badges these are, one tap after the other. An unknown badge becomes that of whoever is waited for at its reader.
    /// - Throws: ``SecretError`` and PostgreSQL's errors; then the taps may be sent again.
    package func owners(of taps: [BadgeTap], now: Instant) async throws -> [BadgeOwner] {
        var owners: [BadgeOwner] = []
        for tap in taps { owners.append(try await owner(of: tap, now: now)) }
        return owners
    }

    private func owner(of tap: BadgeTap, now: Instant) async throws -> BadgeOwner {
        let book = try await current(now)
        // Nobody has a badge here: then nobody needs a secret either.
        if book.isEmpty { return .nobody }
        let hash = try await store.secrets.secret().hash(of: tap.reading)
        if let owner = try await known(hash, tap, book, now: now) { return owner }
        if let name = try await store.enrol(hash, tap, now: now) {
            empty()
            return .enrolled(name)
        }
        // It may have become somebody's since the book was read.
        empty()
        return try await known(hash, tap, try await current(now), now: now) ?? .nobody
    }

    private func known(_ hash: [UInt8], _ tap: BadgeTap, _ book: BadgeBook, now: Instant) async throws -> BadgeOwner? {
        if let entry = book.entry(hash, enrolledBy: tap.id) { return .enrolled(entry.displayName) }
        guard let entry = book.entry(hash, at: tap.at) else { return nil }
        if let enrolment = book.enrolment(at: tap.reader, now: now), enrolment.askedAt < tap.at {
            try await store.tellEnrolment(enrolment.id, thatBadgeIsOf: entry.person)
        }
        return .person(entry.userName)
    }

    private func current(_ now: Instant) async throws -> BadgeBook {
        if let book, now < until { return book }
        let asked = generation
        let fresh = try await store.badgeBook()
        if asked == generation {
            book = fresh
            until = now.adding(seconds: AccessCache.lifetime)
        }
        return fresh
    }

    package func empty() {
        generation += 1
        book = nil
    }
}
