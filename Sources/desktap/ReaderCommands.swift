import ArgumentParser
import AttendanceStore

struct ReaderCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reader", abstract: "Give NFC readers their keys, and take them back.",
        subcommands: [Add.self, List.self, Revoke.self])

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Add a reader and print its key.",
            discussion: "The key is printed this once: put it where 'desktap-reader' reads it (DESKTAP_READER_KEY).")
        @OptionGroup var common: CommonOptions
        @Argument(help: "Its name, such as 'front door'.") var name: String

        func run() async throws {
            try await Program.run(common) { program in print(try await program.store.addReader(name: name)) }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the readers.")
        @OptionGroup var common: CommonOptions

        func run() async throws {
            try await Program.run(common) { program in
                for (reader, revokedAt) in try await program.store.readers() {
                    print("\(reader.name)\t" + (revokedAt.map { "revoked \($0.rfc3339())" } ?? "in use"))
                }
            }
        }
    }

    struct Revoke: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Take a reader's key back, for good.")
        @OptionGroup var common: CommonOptions
        @Argument(help: "Its name.") var name: String

        func run() async throws {
            try await Program.run(common) { program in
                try await program.store.revokeReader(name: name)
                print("The key of \(name) is refused from now on.")
            }
        }
    }
}
