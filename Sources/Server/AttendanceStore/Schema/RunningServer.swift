import Foundation
import Postgres

/// A server that is connected to the database. Its sessions tell other programs of it by their name in `pg_stat_activity`.
package struct RunningServer: Sendable, Equatable {
    package let version: String
    /// The newest migration that it knows.
    package let schema: Int
    /// Its machine, shortened to the first part of the name, at most 24 characters: PostgreSQL cuts a session's name at 63.
    package let host: String

    init(version: String, schema: Int, host: String) {
        (self.version, self.schema, self.host) = (version, schema, host)
    }

    /// This program on this machine.
    package init(version: String, schemas: SchemaRange) {
        let host = ProcessInfo.processInfo.hostName.prefix { $0 != "." && $0 != " " }
        self.init(version: version, schema: schemas.newest, host: host.isEmpty ? "localhost" : String(host.prefix(24)))
    }

    /// The first words of the names of its sessions.
    package var sessionName: String { "desktap \(version) schema \(schema) on \(host)" }

    /// The servers of a database, by version and machine.
    static func all(_ connection: PostgresConnection) async throws -> [RunningServer] {
        try await connection.query("Schema/running_servers").map { row in
            RunningServer(
                version: try row.get("version"), schema: Int(try row.get("schema", as: Int64.self)), host: try row.get("host"))
        }
    }
}

extension RunningServer: CustomStringConvertible {
    package var description: String { "\(version) on \(host)" }
}
