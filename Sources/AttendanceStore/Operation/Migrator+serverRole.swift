package import Postgres

extension Migrator {
    /// Lets a role do what a server process does, and nothing else: it can add to the log and its ledger and read them, and
    /// neither change nor remove a record, nor create anything.
    /// - Throws: ``StoreError/serverRoleCreatesObjects(_:)``, or PostgreSQL's error where there is no such role.
    package func grantServerRights(to role: String, _ connection: PostgresConnection) async throws {
        do {
            try await connection.query("Operation/grant_server_rights", ["role": role])
        } catch let error as PostgresError where error.sqlState == "DT003" {
            throw StoreError.serverRoleCreatesObjects(role)
        }
    }
}
