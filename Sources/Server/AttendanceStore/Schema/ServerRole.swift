package import Postgres

/// The PostgreSQL role that a server connects as, and its privileges that exceed a server's needs.
package struct ServerRole: Sendable, Equatable {
    package let name: String
    package let isSuperuser: Bool
    /// Whether it owns the tables, or is a member of the role that does.
    package let ownsTables: Bool
    /// Whether it can create objects in the schema `public`.
    package let createsObjects: Bool

    init(_ row: PostgresRow) throws {
        name = try row.get("name")
        isSuperuser = try row.get("is_superuser")
        ownsTables = try row.get("owns_tables")
        createsObjects = try row.get("creates_objects")
    }

    /// Names the excess privilege and the command that creates a role without it; nil: there is no excess privilege.
    package var warning: String? {
        let excess: String
        if isSuperuser {
            excess = "is a superuser"
        } else if ownsTables {
            excess = "owns the tables"
        } else if createsObjects {
            excess = "can create objects in the schema public"
        } else {
            return nil
        }
        return "The server connects to PostgreSQL as '\(name)', which \(excess): it can change and delete records. "
            + "Create a role for the server, run 'desktap migrate --server-role ROLE' and let the server connect as that role."
    }
}

extension ServerRole {
    /// The role of a connection.
    package static func of(_ connection: PostgresConnection) async throws -> ServerRole {
        try ServerRole(try await connection.query("Schema/server_role")[0])
    }
}
