package import Attendance
import Postgres

/// Wrong passwords for a person.
package struct FailedSignIns: Sendable, Equatable {
    package var count: Int64
    package var latest: Instant

    package init(count: Int64, latest: Instant) { (self.count, self.latest) = (count, latest) }
}

/// Password hashes of people.
package struct PasswordStore: Sendable {
    let pool: PostgresPool

    /// A current employee with the hash of the password.
    /// - Returns: nil if no current employee has this user name. The hash is nil if the person has no password.
    package func password(ofUser userName: String) async throws -> (person: Person, hash: String?)? {
        try await pool.query("SignIn/password_of_user", ["user_name": userName]).first.map { row in
            (try Person(row), try row.getIfPresent("hash"))
        }
    }

    package func passwordHash(of person: PersonID) async throws -> String? {
        try await pool.query("SignIn/password_of_person", ["person": person]).first?.get("hash")
    }

    /// Sets a password, and logs the change.
    /// - Returns: false if the person is not a current employee.
    @discardableResult
    package func setPasswordHash(
        _ hash: String, of person: PersonID, by author: ChangeAuthor = .command, now: Instant
    ) async throws -> Bool {
        try await pool.withTransaction { connection in
            let isSet = try await !connection.query(
                "SignIn/set_password", ["hash": hash, "now": PostgresTimestamp(now), "person": person]
            ).isEmpty
            if isSet {
                try await AdminLogEntry.note(.password, old: nil, new: "set", of: person, by: author, now: now, connection)
            }
            return isSet
        }
    }

    /// How long wrong passwords are remembered: 90 days.
    package static let failureMemory = Duration.seconds(90 * 86_400)

    /// Adds wrong passwords to those of the day.
    package func noteFailures(_ failures: [PersonID: FailedSignIns], now: Instant) async throws {
        if failures.isEmpty { return }
        // Sorted: two servers that update the same rows in different orders would deadlock.
        let sorted = failures.sorted { $0.key < $1.key }
        try await pool.query(
            "SignIn/note_failed_sign_ins",
            [
                "people": sorted.map(\.key), "counts": sorted.map(\.value.count),
                "instants": sorted.map { PostgresTimestamp($0.value.latest) },
                "kept_since": PostgresTimestamp(now - Self.failureMemory),
            ])
    }

    /// The wrong passwords for a person in the last 90 days; nil: none.
    package func failures(of person: PersonID, now: Instant) async throws -> FailedSignIns? {
        try await pool.query(
            "SignIn/failed_sign_ins", ["person": person, "since": PostgresTimestamp(now - Self.failureMemory)]
        ).first.map { row in FailedSignIns(count: try row.get("count"), latest: try row.instant("last_at")) }
    }

    /// Replaces the hash of a password with a new hash of the same password, unless the password was changed meanwhile.
    package func replacePasswordHash(_ hash: String, by better: String, of person: PersonID) async throws {
        try await pool.query("SignIn/rehash_password", ["new_hash": better, "person": person, "hash": hash])
    }

    /// Removes a password, and logs the change.
    /// - Returns: false if the person had no password.
    package func removePassword(of person: PersonID, by author: ChangeAuthor = .command, now: Instant) async throws -> Bool {
        try await pool.withTransaction { connection in
            let isRemoved = try await !connection.query("SignIn/remove_password", ["person": person]).isEmpty
            if isRemoved {
                try await AdminLogEntry.note(.password, old: "set", new: nil, of: person, by: author, now: now, connection)
            }
            return isRemoved
        }
    }

    /// Whether any person has a password.
    package func hasPasswords() async throws -> Bool {
        try await pool.query("SignIn/has_passwords")[0].get("has_passwords")
    }
}
