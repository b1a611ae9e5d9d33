import ArgumentParser
import AttendanceStore
import Postgres

struct Migrate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Bring the database's schema up to date.",
        discussion: """
            Stop all servers of the database first: a server that finds a newer schema records nothing until it is replaced.
            The command can be repeated, and run on several machines at once: each migration is applied once.
            """)

    @OptionGroup var common: CommonOptions
    @Option(
        help: """
            The database role of the servers (DESKTAP_SERVER_ROLE). It gets the privileges that they need, and no others.
            """)
    var serverRole: String?

    func run() async throws {
        try await Program.explainingErrors {
            let program = try Program(try await Settings(common, ["server-role": serverRole]))
            let applied = try await program.migrate(serverRole: program.settings.text("server-role"))
            for name in applied { print("applied \(name)") }
            if applied.isEmpty { print("The database is up to date.") }
        }
    }
}

extension Program {
    /// Brings the schema up to date.
    /// - Parameter serverRole: the role that gets the rights of a server; nil: none.
    /// - Returns: the names of the applied migrations.
    func migrate(serverRole: String?) async throws -> [String] {
        try await withDatabase { connection in
            let migrator = Migrator(folder)
            let applied = try await migrator.migrate(connection)
            if let serverRole { try await migrator.grantServerRights(to: serverRole, connection) }
            return applied
        }
    }
}
