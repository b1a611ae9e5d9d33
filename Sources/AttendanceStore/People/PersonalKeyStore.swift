package import Attendance
import Postgres

/// Keys with which a person's own programs call the API.
package struct PersonalKeyStore: Sendable {
    let pool: PostgresPool

    /// Makes a key with which somebody's programs come as them, and notes it in the account's log.
    /// - Returns: the key, which is not kept.
    package func addKey(for person: Int64, by author: ChangeAuthor = .command, now: Instant) async throws -> String {
        let secret = Secret()
        try await pool.withTransaction { connection in
            try await connection.query("People/insert_person_key", person, secret.hash, PostgresTimestamp(now))
            try await AuditStore.note(.key, old: nil, new: nil, of: person, by: author, now: now, connection)
        }
        return secret.text
    }

    /// Takes all of somebody's keys back, and notes it; every server process refuses them from then on.
    /// - Returns: how many there were.
    package func revokeKeys(of person: Int64, by author: ChangeAuthor = .command, now: Instant) async throws -> Int {
        try await pool.withTransaction { connection in
            let revoked = try await connection.query("People/revoke_person_keys", person, PostgresTimestamp(now)).count
            if revoked > 0 {
                try await AuditStore.note(.keys, old: nil, new: "\(revoked)", of: person, by: author, now: now, connection)
            }
            try await connection.notifyAccessChanged()
            return revoked
        }
    }

    func person(withKeyHash hash: PostgresBytes) async throws -> Person? {
        try await pool.query("People/person_by_key", hash).first.map(Person.init)
    }
}
