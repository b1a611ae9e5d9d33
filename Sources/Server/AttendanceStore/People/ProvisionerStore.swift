package import Attendance
import Postgres

/// Keys of identity providers that manage accounts through SCIM.
package struct ProvisionerStore: Sendable {
    let pool: PostgresPool

    /// Adds a provisioner.
    /// - Returns: the provisioner's key, of which only the hash is stored.
    /// - Throws: ``StoreError/alreadyExists(_:)``.
    package func addProvisioner(name: String, office: OfficeID, now: Instant) async throws -> String {
        let secret = Secret()
        try await naming(.provisioner(name)) {
            try await pool.withTransaction { connection in
                try await connection.query(
                    "People/insert_provisioner",
                    ["name": name, "key_hash": secret.hash, "office": office, "now": PostgresTimestamp(now)])
                try await ConfigurationChange(.provisioner, .added, name).note(by: .command, now: now, connection)
            }
        }
        return secret.text
    }

    /// All provisioners by name, with the name of the office and the instant of revocation, if any.
    package func provisioners() async throws -> [(provisioner: Provisioner, office: String, revokedAt: Instant?)] {
        try await pool.query("People/provisioners").map { row in
            (try Provisioner(row), try row.get("office_name"), try row.instantIfPresent("revoked_at"))
        }
    }

    /// Revokes a provisioner's key on all servers.
    /// - Throws: ``StoreError/unknownProvisioner(_:)``.
    package func revokeProvisioner(name: String, now: Instant) async throws {
        try await pool.changeAccess(
            PostgresCommand("People/revoke_provisioner", ["now": PostgresTimestamp(now), "name": name]),
            orThrow: .unknownProvisioner(name), noting: ConfigurationChange(.provisioner, .revoked, name), by: .command,
            now: now)
    }

    func provisioner(withKeyHash hash: PostgresBytes) async throws -> Provisioner? {
        try await pool.query("People/provisioner_by_key", ["key_hash": hash]).first.map { row in try Provisioner(row) }
    }
}
