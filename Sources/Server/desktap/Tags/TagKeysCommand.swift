import ArgumentParser
import Attendance
import AttendanceStore

extension TagsCommand {
    struct Keys: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Add, list and retire the master keys of tags that sign their address.",
            discussion: """
                The keys of each NTAG 424 DNA are derived from the newest master key when the tag is written. Tags with keys of \
                earlier master keys stay valid until you retire the master key, so tags can be written again one after another. \
                The master keys never leave the server.
                """,
            subcommands: [List.self, New.self, Retire.self])

        struct List: StoreCommand {
            static let configuration = CommandConfiguration(
                abstract: "List the master keys and how many tags have keys of each one.")
            @OptionGroup var common: CommonOptions

            func run(_ program: Program) async throws {
                let keys = try await program.store.tagKeys.masterKeys()
                for line in keys.lines(newest: "for new tags") { print(line) }
                if keys.isEmpty { print("There is no key yet. The first tag that signs creates one.") }
            }
        }

        struct New: StoreCommand {
            static let configuration = CommandConfiguration(abstract: "Add a master key for the tags written from now on.")
            @OptionGroup var common: CommonOptions

            func run(_ program: Program) async throws {
                let number = try await program.store.tagKeys.addMasterKey(now: Program.now())
                print(
                    "Tags get keys of master key \(number) from now on. Tags with earlier keys stay valid until you retire those "
                        + "master keys.")
            }
        }

        struct Retire: StoreCommand {
            static let configuration = CommandConfiguration(
                abstract: "Retire a master key permanently. Signatures of its tags then prove only the UID.")
            @OptionGroup var common: CommonOptions
            @Argument(help: "The key's number.") var number: Int64
            @Flag(help: "Retire the key even if tags have keys of it.") var yes = false

            func run(_ program: Program) async throws {
                let keys = try await program.store.tagKeys.masterKeys()
                guard let tags = try keys.tagsOfRetiring(number, isConfirmed: yes) else {
                    throw TagRegisterError.unknownMasterKey(number)
                }
                try await program.store.tagKeys.retireMasterKey(number, now: Program.now())
                print("Retired master key \(number). Tags with keys derived from it: \(tags).")
            }
        }
    }
}
