import ArgumentParser
import AttendanceStore
import Postgres

struct Migrate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Bring the database's schema up to date.",
        discussion: "Safe to run at any time and from several places at once: what is done is not done again.")

    @OptionGroup var common: CommonOptions

    func run() async throws {
        try await Program.explainingErrors {
            let program = try Program(try await Settings(common))
            let applied = try await program.withDatabase { try await Migrator(program.folder).migrate($0) }
            for name in applied { print("applied \(name)") }
            if applied.isEmpty { print("The database is up to date.") }
        }
    }
}
