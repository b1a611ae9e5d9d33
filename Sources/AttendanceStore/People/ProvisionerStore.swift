package import Attendance
import Postgres

/// Keys of identity providers that manage accounts through SCIM.
package struct ProvisionerStore: Sendable {
    let pool: PostgresPool

    /// - Returns: the provisioner's key, which is not kept.
    /// - Throws: ``StoreError/alreadyExists(_:)``.
    package func addProvisioner(name: String, office: Int64, now: Instant) async throws -> String {
        let secret = Secret()
        try await naming(.provisioner(name)) {
            try await pool.query("People/insert_provisioner", name, secret.hash, office, PostgresTimestamp(now))
        }
        return secret.text
    }

    /// All of them, with their office's name and the instant their key was taken back, if it was.
    package func provisioners() async throws -> [(provisioner: Provisioner, office: String, revokedAt: Instant?)] {
        try await pool.query("People/provisioners").map { row in
            (
                Provisioner(id: try row.get(0), name: try row.get(1), office: try row.get(2)), try row.get(3),
                try row.instantIfPresent(4)
            )
        }
    }

    /// Takes a provisioner's key back; every server process refuses it from then on.
    /// - Throws: ``StoreError/unknownProvisioner(_:)``.
    package func revokeProvisioner(name: String, now: Instant) async throws {
        try await pool.changeAccess(
            PostgresCommand("People/revoke_provisioner", name, PostgresTimestamp(now)), orThrow: .unknownProvisioner(name))
    }

    func provisioner(withKeyHash hash: PostgresBytes) async throws -> Provisioner? {
        try await pool.query("People/provisioner_by_key", hash).first.map { row in
            Provisioner(id: try row.get(0), name: try row.get(1), office: try row.get(2))
        }
    }
}
