import ArgumentParser
import AttendanceStore
import Foundation

struct Rebuild: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Derive the presence of all people from the log again.",
        discussion: """
            The presence that the map shows is derived from the log and stored beside it. This command replaces the stored
            presence, some people at a time, so taps never wait long. It changes nothing unless the tables were edited by hand.
            """)

    @OptionGroup var common: CommonOptions

    func run() async throws {
        try await Program.run(common) { program in
            let showsProgress = isatty(STDERR_FILENO) == 1
            let count = try await program.store.presence.rebuild { count in
                if showsProgress { FileHandle.standardError.write(Data("\r\(count) people done".utf8)) }
            }
            if showsProgress { FileHandle.standardError.write(Data("\r".utf8)) }
            print("Derived the presence of \(count) people.")
        }
    }
}
