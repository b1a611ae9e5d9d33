package import Attendance
import Postgres

/// Badges of people, their enrolment, and taps of badges that belong to no one yet.
package struct BadgeStore: Sendable {
    let pool: PostgresPool
    let secrets: SecretKeeper

    package func badges() async throws -> [Badge] {
        try await pool.query("Badges/badges").map(Badge.init)
    }

    /// Takes a badge away from whoever has it, and notes it in the account's log. What was tapped with it stays theirs.
    /// - Returns: whether there was such a badge in use.
    package func removeBadge(_ id: Int64, by author: ChangeAuthor = .command, now: Instant) async throws -> Bool {
        try await pool.withTransaction { connection in
            guard let row = try await connection.query("Badges/remove_badge", id, PostgresTimestamp(now)).first else {
                return false
            }
            try await AuditStore.note(.badge, old: "\(id)", new: nil, of: try row.get(0), by: author, now: now, connection)
            try await connection.notifyAccessChanged()
            return true
        }
    }

    /// From now on the next unknown badge at a reader becomes somebody's, for so many seconds; noted in the account's log.
    /// - Returns: a number by which that can be withdrawn.
    /// - Throws: ``BadgeEnrolment/Failure``, ``StoreError/unknownReader(_:)``, ``SecretError``.
    @discardableResult
    package func awaitBadge(
        of person: Int64, at name: String, by author: ChangeAuthor = .command, from now: Instant, seconds: Int64
    ) async throws -> Int64 {
        guard
            let reader = try await ReaderStore(pool: pool).readers().first(where: {
                $0.reader.name == name && $0.revokedAt == nil
            })?.reader
        else {
            throw StoreError.unknownReader(name)
        }
        // Whoever waits is told now, not the person at the reader, that there is no secret.
        _ = try await secrets.secret()
        return try await pool.withTransaction { connection in
            try await connection.query("Badges/close_expired_enrolments", PostgresTimestamp(now))
            let rows = try await connection.query(
                "Badges/insert_enrolment", person, reader.id, PostgresTimestamp(now),
                PostgresTimestamp(now.adding(seconds: seconds)))
            guard let row = rows.first else { throw BadgeEnrolment.Failure.readerTaken(name) }
            try await AuditStore.note(.badge, old: nil, new: name, of: person, by: author, now: now, connection)
            try await connection.notifyAccessChanged()
            return try row.get(0)
        }
    }

    func badgeBook() async throws -> BadgeBook {
        let results = try await pool.withConnection { connection in
            try await connection.pipeline([PostgresCommand("Badges/badge_book"), PostgresCommand("Badges/open_enrolments")])
        }
        return try BadgeBook(results[0], results[1])
    }

    /// Gives an unknown badge to whoever is waited for at the tap's reader, since before it was tapped.
    /// - Returns: their name as others read it; nil where nobody is waited for.
    func enrol(_ hash: [UInt8], _ tap: BadgeTap, now: Instant) async throws -> String? {
        try await pool.withTransaction { connection in
            let rows = try await connection.query(
                "Badges/enrol_badge", tap.reader, PostgresTimestamp(tap.at), PostgresTimestamp(now), PostgresBytes(hash),
                tap.reading.kind.rawValue, tap.id)
            guard let row = rows.first else { return nil }
            try await connection.query("Presence/notify", BadgeEnrolment.channel, "\(try row.get(0, as: Int64.self))")
            try await connection.notifyAccessChanged()
            return try row.get(1)
        }
    }

    func tellEnrolment(_ id: Int64, thatBadgeIsOf person: Int64) async throws {
        try await pool.query("Presence/notify", BadgeEnrolment.channel, "\(id) \(person)")
    }

    package func badges(of person: Int64) async throws -> [Badge] {
        try await pool.query("Badges/badges_in_use_of_person", person).map(Badge.init)
    }

    /// Where a badge is waited for that will be theirs, and until when.
    package func enrolments(of person: Int64, now: Instant) async throws -> [(reader: String, until: Instant)] {
        try await pool.query("Badges/enrolments_of_person", person, PostgresTimestamp(now)).map { row in
            (try row.get(0), try row.instant(1))
        }
    }
}
