package import Attendance
import Postgres

/// People whose record is excepted from erasure.
package struct LegalHoldStore: Sendable {
    let pool: PostgresPool

    /// - Parameter author: nil is the administrator's command.
    package func hold(_ person: Int64, reason: String, by author: Int64?, now: Instant) async throws {
        try await naming(.legalHold) {
            try await pool.query("Retention/insert_legal_hold", person, reason, author, PostgresTimestamp(now))
        }
    }

    /// - Returns: whether there was a hold.
    package func releaseHold(on person: Int64, now: Instant) async throws -> Bool {
        try await !pool.query("Retention/release_legal_hold", person, PostgresTimestamp(now)).isEmpty
    }

    package func legalHolds() async throws -> [LegalHold] {
        try await pool.query("Retention/legal_holds").map { row in
            LegalHold(
                person: try row.get(0), userName: try row.get(1), reason: try row.get(2), since: try row.instant(3))
        }
    }
}
