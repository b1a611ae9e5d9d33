package import Postgres

extension Migrator {
    /// Grants a role the rights of a server process: it can read the log and its ledger and append to them, but cannot change
    /// or delete records, or create objects.
    /// - Throws: ``InstallationError/serverRoleCreatesObjects(_:)``, or PostgreSQL's error if the role does not exist.
    package func grantServerRights(to role: String, _ connection: PostgresConnection) async throws {
        do {
            try await connection.query("Schema/grant_server_rights", ["role": role])
        } catch let error as PostgresError where error.sqlState == "DT003" {
            throw InstallationError.serverRoleCreatesObjects(role)
        }
    }
}
