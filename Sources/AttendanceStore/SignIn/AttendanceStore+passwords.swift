package import Attendance
import Postgres

/// Passwords, as hashes that say themselves how they were made. The database never sees a password.
extension AttendanceStore {
    /// Somebody who works here, with the hash of their password, nil where they have none; nil for a user name that nobody has.
    package func password(ofUser userName: String) async throws -> (person: Person, hash: String?)? {
        try await pool.query("password_of_user", userName).first.map { (try Person($0), try $0.getIfPresent(5)) }
    }

    package func passwordHash(of person: Int64) async throws -> String? {
        try await pool.query("password_of_person", person).first?.get(0)
    }

    /// - Returns: false where the person does not work here.
    @discardableResult
    package func setPasswordHash(_ hash: String, of person: Int64, now: Instant) async throws -> Bool {
        try await !pool.query("set_password", person, hash, PostgresTimestamp(now)).isEmpty
    }

    /// Puts another hash of the same password in the place of one, unless the password was changed meanwhile.
    package func replacePasswordHash(_ hash: String, by better: String, of person: Int64) async throws {
        try await pool.query("rehash_password", person, hash, better)
    }

    /// - Returns: false where there was none.
    package func removePassword(of person: Int64) async throws -> Bool {
        try await !pool.query("remove_password", person).isEmpty
    }

    /// Whether anybody signs in by a password.
    package func hasPasswords() async throws -> Bool {
        try await pool.query("has_passwords")[0].get(0)
    }
}
