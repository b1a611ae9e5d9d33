package import Attendance
import Postgres

/// Badges of people, their enrolment, and taps of badges without an owner.
package struct BadgeStore: Sendable {
    let pool: PostgresPool
    let secrets: SecretStore

    /// The badges in use, by the owner's user name.
    package func badges() async throws -> [Badge] {
        try await pool.query("Badges/badges").map(Badge.init)
    }

    /// Removes a badge from its owner, and logs it. Earlier taps of the badge stay the owner's.
    /// - Returns: false if no badge in use has this id.
    package func removeBadge(_ id: BadgeID, by author: ChangeAuthor = .command, now: Instant) async throws -> Bool {
        try await pool.withTransaction { connection in
            let rows = try await connection.query("Badges/remove_badge", ["now": PostgresTimestamp(now), "badge": id])
            guard let row = rows.first else { return false }
            try await AdminLogEntry.note(
                .badge, old: "\(id)", new: nil, of: try row.get("person_id"), by: author, now: now, connection)
            try await connection.notifyAccessChanged()
            return true
        }
    }

    /// Opens an enrolment: within `limit`, the next unknown badge at the reader is assigned to the person. Logs it.
    /// - Returns: the id of the enrolment.
    /// - Throws: ``BadgeEnrolment/Failure``, ``StoreError/unknownReader(_:)``, ``SecretError``.
    @discardableResult
    package func awaitBadge(
        of person: PersonID, at name: String, by author: ChangeAuthor = .command, from now: Instant, within limit: Duration
    ) async throws -> EnrolmentID {
        guard
            let reader = try await ReaderStore(pool: pool).readers().first(where: {
                $0.reader.name == name && $0.revokedAt == nil
            })?.reader
        else {
            throw StoreError.unknownReader(name)
        }
        // Without a secret, this caller gets the error, not the person who presents the badge.
        _ = try await secrets.secret()
        return try await pool.withTransaction { connection in
            try await connection.query("Badges/close_expired_enrolments", ["now": PostgresTimestamp(now)])
            let rows = try await connection.query(
                "Badges/insert_enrolment",
                [
                    "person": person, "reader": reader.id, "now": PostgresTimestamp(now),
                    "expires_at": PostgresTimestamp(now + limit),
                ])
            guard let row = rows.first else { throw BadgeEnrolment.Failure.readerTaken(name) }
            try await AdminLogEntry.note(.badge, old: nil, new: name, of: person, by: author, now: now, connection)
            try await connection.notifyAccessChanged()
            return try row.get("id")
        }
    }

    /// The current and former owners of all badges, and the open enrolments.
    func badgeIndex() async throws -> BadgeIndex {
        let results = try await pool.withConnection { connection in
            try await connection.pipeline([PostgresCommand("Badges/badge_book"), PostgresCommand("Badges/open_enrolments")])
        }
        return try BadgeIndex(results[0], results[1])
    }

    /// Assigns an unknown badge to the person of the open enrolment at the tap's reader, if it started before the tap.
    /// - Returns: the person's display name; nil if no such enrolment is open.
    func enrol(_ hash: [UInt8], _ tap: BadgeTap, now: Instant) async throws -> String? {
        try await pool.withTransaction { connection in
            let rows = try await connection.query(
                "Badges/enrol_badge",
                [
                    "reader": tap.reader, "tapped_at": PostgresTimestamp(tap.at), "now": PostgresTimestamp(now),
                    "badge_hash": PostgresBytes(hash), "kind": tap.reading.kind.rawValue, "tap": tap.id,
                ])
            guard let row = rows.first else { return nil }
            let enrolment = try row.get("id", as: EnrolmentID.self)
            try await connection.query(
                "Presence/notify", ["channel": BadgeEnrolment.channel, "payload": "\(enrolment)"])
            try await connection.notifyAccessChanged()
            return try row.get("display_name")
        }
    }

    /// Notifies an open enrolment that a badge of another owner was presented.
    func tellEnrolment(_ id: EnrolmentID, thatBadgeIsOf person: PersonID) async throws {
        try await pool.query("Presence/notify", ["channel": BadgeEnrolment.channel, "payload": "\(id) \(person)"])
    }

    /// The person's badges in use, in the order of their enrolment.
    package func badges(of person: PersonID) async throws -> [Badge] {
        try await pool.query("Badges/badges_in_use_of_person", ["person": person]).map(Badge.init)
    }

    /// The person's open enrolments: reader and end.
    package func enrolments(of person: PersonID, now: Instant) async throws -> [(reader: String, until: Instant)] {
        try await pool.query(
            "Badges/enrolments_of_person", ["person": person, "now": PostgresTimestamp(now)]
        ).map { row in (try row.get("reader"), try row.instant("expires_at")) }
    }
}
