package import Attendance
import Postgres

/// Password hashes of people.
package struct PasswordStore: Sendable {
    let pool: PostgresPool

    /// Somebody who works here, with the hash of their password, nil where they have none; nil for a user name that nobody has.
    package func password(ofUser userName: String) async throws -> (person: Person, hash: String?)? {
        try await pool.query("SignIn/password_of_user", userName).first.map { (try Person($0), try $0.getIfPresent(5)) }
    }

    package func passwordHash(of person: Int64) async throws -> String? {
        try await pool.query("SignIn/password_of_person", person).first?.get(0)
    }

    /// Sets a password, and notes it in the account's log.
    /// - Returns: false where the person does not work here.
    @discardableResult
    package func setPasswordHash(
        _ hash: String, of person: Int64, by author: ChangeAuthor = .command, now: Instant
    ) async throws -> Bool {
        try await pool.withTransaction { connection in
            let isSet = try await !connection.query("SignIn/set_password", person, hash, PostgresTimestamp(now)).isEmpty
            if isSet {
                try await AuditStore.note(.password, old: nil, new: "set", of: person, by: author, now: now, connection)
            }
            return isSet
        }
    }

    /// Puts another hash of the same password in the place of one, unless the password was changed meanwhile.
    package func replacePasswordHash(_ hash: String, by better: String, of person: Int64) async throws {
        try await pool.query("SignIn/rehash_password", person, hash, better)
    }

    /// Removes a password, and notes it.
    /// - Returns: false where there was none.
    package func removePassword(of person: Int64, by author: ChangeAuthor = .command, now: Instant) async throws -> Bool {
        try await pool.withTransaction { connection in
            let isRemoved = try await !connection.query("SignIn/remove_password", person).isEmpty
            if isRemoved {
                try await AuditStore.note(.password, old: "set", new: nil, of: person, by: author, now: now, connection)
            }
            return isRemoved
        }
    }

    /// Whether anybody signs in by a password.
    package func hasPasswords() async throws -> Bool {
        try await pool.query("SignIn/has_passwords")[0].get(0)
    }
}
