import ArgumentParser
import AttendanceStore
import Foundation

struct Rebuild: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Derive everybody's presence anew from the log.",
        discussion: """
            What the map shows is kept beside the log, and follows from it. This derives it again and writes it over what is
            kept, some people at a time, so that taps never wait for long. Nothing changes by it, unless somebody changed those
            tables by hand.
            """)

    @OptionGroup var common: CommonOptions

    func run() async throws {
        try await Program.run(common) { program in
            let showsProgress = isatty(STDERR_FILENO) == 1
            let count = try await program.store.presence.rebuild { count in
                if showsProgress { FileHandle.standardError.write(Data("\r\(count) people are done".utf8)) }
            }
            if showsProgress { FileHandle.standardError.write(Data("\r".utf8)) }
            print("Derived the presence of \(count) people anew.")
        }
    }
}
