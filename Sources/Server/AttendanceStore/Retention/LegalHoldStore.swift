package import Attendance
import Postgres

/// Legal holds: the records of a person with a hold are not erased.
package struct LegalHoldStore: Sendable {
    let pool: PostgresPool

    /// - Parameter author: nil: a command on the server.
    package func hold(_ person: PersonID, reason: String, by author: PersonID?, now: Instant) async throws {
        try await naming(.legalHold) {
            try await pool.query(
                "Retention/insert_legal_hold",
                ["person": person, "reason": reason, "author": author, "now": PostgresTimestamp(now)])
        }
    }

    /// - Returns: false if there was no hold.
    package func releaseHold(on person: PersonID, now: Instant) async throws -> Bool {
        try await !pool.query("Retention/release_legal_hold", ["now": PostgresTimestamp(now), "person": person]).isEmpty
    }

    /// The hold on a person; nil: there is none.
    package func legalHold(on person: PersonID) async throws -> LegalHold? {
        try await legalHolds(on: person).first
    }

    /// The current holds, by user name.
    package func legalHolds() async throws -> [LegalHold] { try await legalHolds(on: nil) }

    private func legalHolds(on person: PersonID?) async throws -> [LegalHold] {
        try await pool.query("Retention/legal_holds", ["person": person]).map { row in
            LegalHold(
                person: try row.get("person_id"), userName: try row.get("user_name"), reason: try row.get("reason"),
                since: try row.instant("held_at"))
        }
    }
}
