import ArgumentParser
import Attendance
import AttendanceStore

struct KeyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key", abstract: "Add, list and retire the keys that sign tag certificates.",
        discussion: """
            The newest key signs. Certificates of earlier keys stay valid until you retire the key, so tags can be rewritten \
            one after another. The private keys never leave the server.
            """,
        subcommands: [List.self, New.self, Retire.self])

    struct List: StoreCommand {
        static let configuration = CommandConfiguration(abstract: "List the keys and how many tags in use each one signed.")
        @OptionGroup var common: CommonOptions

        func run(_ program: Program) async throws {
            let keys = try await program.store.signingKeys.signingKeys()
            for line in keys.lines(newest: "signs") { print(line) }
            if keys.isEmpty { print("There is no key yet. The first tag creates one.") }
        }
    }

    struct New: StoreCommand {
        static let configuration = CommandConfiguration(abstract: "Add a key that signs from now on.")
        @OptionGroup var common: CommonOptions

        func run(_ program: Program) async throws {
            let number = try await program.store.signingKeys.addSigningKey(now: Program.now())
            print("Key \(number) signs from now on. Certificates of earlier keys stay valid until you retire those keys.")
        }
    }

    struct Retire: StoreCommand {
        static let configuration = CommandConfiguration(
            abstract: "Retire a key permanently. Its certificates then prove only the UID of their tags.")
        @OptionGroup var common: CommonOptions
        @Argument(help: "The key's number.") var number: Int64
        @Flag(help: "Retire the key even if tags in use have its certificates.") var yes = false

        func run(_ program: Program) async throws {
            let keys = try await program.store.signingKeys.signingKeys()
            guard let tags = try keys.tagsOfRetiring(number, isConfirmed: yes) else {
                throw TagRegisterError.unknownKey(number)
            }
            try await program.store.signingKeys.retireSigningKey(number, now: Program.now())
            print("Retired key \(number). Tags in use that it signed: \(tags).")
        }
    }
}
