import ArgumentParser
import Attendance
import AttendanceStore

struct KeyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key", abstract: "Make and retire the keys that sign tags' certificates.",
        discussion: """
            The newest key signs. The earlier ones go on verifying until they are retired, so that tags can be written anew one \
            after the other. The private keys never leave the server.
            """,
        subcommands: [List.self, New.self, Retire.self])

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the keys, with how many tags in use each has signed.")
        @OptionGroup var common: CommonOptions

        func run() async throws {
            try await Program.run(common) { program in
                let keys = try await program.store.signingKeys.signingKeys()
                let signer = keys.last { $0.retiredAt == nil }?.number
                for key in keys {
                    let state = key.retiredAt.map { "retired \($0.rfc3339())" } ?? (key.number == signer ? "signs" : "verifies")
                    print("\(key.number)\tmade \(key.madeAt.rfc3339())\t\(state)\t\(key.tags) tags")
                }
                if keys.isEmpty { print("There is no key yet; the first is made with the first tag.") }
            }
        }
    }

    struct New: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Make a key, which signs from now on.")
        @OptionGroup var common: CommonOptions

        func run() async throws {
            try await Program.run(common) { program in
                let number = try await program.store.signingKeys.addSigningKey(now: Program.now())
                print("Key \(number) signs from now on. The earlier ones go on verifying until they are retired.")
            }
        }
    }

    struct Retire: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Retire a key, for good: certificates by it prove no more than their tag's UID.")
        @OptionGroup var common: CommonOptions
        @Argument(help: "Its number.") var number: Int64
        @Flag(help: "Also where tags in use have certificates by it.") var yes = false

        func run() async throws {
            try await Program.run(common) { program in
                let tags = try await program.store.signingKeys.signingKeys().first {
                    $0.number == number && $0.retiredAt == nil
                }?.tags
                guard let tags else { throw TagRegisterError.unknownKey(number) }
                let effect = "\(tags) \(tags == 1 ? "tag" : "tags") in use"
                guard tags == 0 || yes else {
                    throw CommandProblem(
                        "\(effect) would prove no more than a UID until written anew. Say --yes if that is meant.")
                }
                try await program.store.signingKeys.retireSigningKey(number, now: Program.now())
                print("Key \(number) is retired; \(effect) had a certificate by it.")
            }
        }
    }
}
