package import Attendance
import Postgres

/// A person with an API key.
package struct KeyHolder: Sendable, Equatable {
    /// What a key is for. The raw values match the check constraint of `person_key`.
    package enum Use: String, Sendable {
        /// Everything that the person may do without a fresh sign-in.
        case programs
        /// Writing tags only, for an administrator.
        case tags
    }

    package let person: Person
    package let use: Use
}

/// API keys of people.
package struct PersonalKeyStore: Sendable {
    let pool: PostgresPool

    /// Creates a key with which a person's programs call the API as this person, and logs it.
    /// - Parameter end: when the key expires; nil: never.
    /// - Returns: the key, of which only the hash is stored.
    package func addKey(
        for person: PersonID, use: KeyHolder.Use = .programs, until end: Instant? = nil, by author: ChangeAuthor = .command,
        now: Instant
    ) async throws -> String {
        let secret = Secret()
        try await pool.withTransaction { connection in
            try await connection.query(
                "People/insert_person_key",
                [
                    "person": person, "key_hash": secret.hash, "use": use.rawValue,
                    "expires_at": end.map(PostgresTimestamp.init), "now": PostgresTimestamp(now),
                ])
            try await AdminLogEntry.note(.key, old: nil, new: nil, of: person, by: author, now: now, connection)
        }
        return secret.text
    }

    /// Revokes all keys of a person on all servers, and logs it.
    /// - Returns: the number of revoked keys.
    package func revokeKeys(of person: PersonID, by author: ChangeAuthor = .command, now: Instant) async throws -> Int {
        try await pool.withTransaction { connection in
            let revoked = try await connection.query(
                "People/revoke_person_keys", ["now": PostgresTimestamp(now), "person": person]
            ).count
            if revoked > 0 {
                try await AdminLogEntry.note(.keys, old: nil, new: "\(revoked)", of: person, by: author, now: now, connection)
            }
            try await connection.notifyAccessChanged()
            return revoked
        }
    }

    /// The holder of a valid key, and when the key expires, if ever.
    func holder(ofKeyHash hash: PostgresBytes, now: Instant) async throws -> (KeyHolder, until: Instant?)? {
        try await pool.query("People/person_by_key", ["key_hash": hash, "now": PostgresTimestamp(now)]).first.map { row in
            (
                KeyHolder(person: try Person(row), use: try row.choice("use")),
                until: try row.instantIfPresent("expires_at")
            )
        }
    }
}
