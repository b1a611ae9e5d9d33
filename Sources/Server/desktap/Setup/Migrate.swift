import ArgumentParser
import AttendanceStore
import Foundation

struct Migrate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Bring the database's schema up to date.",
        discussion: """
            Servers go on recording: no change locks a table for longer than a moment, and the program of the previous release
            works with the new schema. A change that would break a running server waits, and the command names the server: run it
            again when the server is upgraded. The command can also be run on several machines at once.
            """)

    @OptionGroup var common: CommonOptions
    @Option(
        help: """
            The database role of the servers (DESKTAP_SERVER_ROLE). It gets the privileges that they need, and no others.
            """)
    var serverRole: String?
    @Flag(help: "Only print what would be done, and what it would lock.") var plan = false

    func run() async throws {
        try await Program.explainingErrors {
            let program = try Program(try await Settings(common, ["server-role": serverRole]))
            if plan {
                for line in try await program.withDatabase({ try await Migrator(program.folder).plan($0) }) { print(line) }
                return
            }
            try await program.migrate(serverRole: program.settings.text("server-role"))
            if program.settings.holdsOwner, let path = program.settings.path { try OwnerSettings.separate(path) }
        }
    }
}

extension Program {
    /// Brings the schema up to date, and prints what was done.
    /// - Parameter serverRole: the role that gets the rights of a server; nil: none.
    /// - Throws: why a migration waits, if this program does not work without it.
    func migrate(serverRole: String?) async throws {
        let outcome = try await withDatabase { try await Migrator(folder).migrate($0, serverRole: serverRole) }
        for name in outcome.applied { print("applied \(name)") }
        if let waits = outcome.waits {
            guard outcome.isUsable else { throw waits }
            FileHandle.standardError.write(Data("\(waits)\n".utf8))
        } else if outcome.applied.isEmpty {
            print("The database is up to date.")
        }
        if let serverRole, !outcome.hasGranted {
            print("The rights of the role '\(serverRole)' were not changed: a newer DeskTap sets them.")
        }
    }
}
