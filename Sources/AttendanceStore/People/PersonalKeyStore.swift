package import Attendance
import Postgres

/// API keys of people.
package struct PersonalKeyStore: Sendable {
    let pool: PostgresPool

    /// Creates a key with which a person's programs call the API as this person, and logs it.
    /// - Returns: the key, of which only the hash is stored.
    package func addKey(for person: PersonID, by author: ChangeAuthor = .command, now: Instant) async throws -> String {
        let secret = Secret()
        try await pool.withTransaction { connection in
            try await connection.query(
                "People/insert_person_key", ["person": person, "key_hash": secret.hash, "now": PostgresTimestamp(now)])
            try await AuditStore.note(.key, old: nil, new: nil, of: person, by: author, now: now, connection)
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
                try await AuditStore.note(.keys, old: nil, new: "\(revoked)", of: person, by: author, now: now, connection)
            }
            try await connection.notifyAccessChanged()
            return revoked
        }
    }

    func person(withKeyHash hash: PostgresBytes) async throws -> Person? {
        try await pool.query("People/person_by_key", ["key_hash": hash]).first.map(Person.init)
    }
}
