import ArgumentParser
import Attendance
import AttendanceStore

struct ReaderCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reader", abstract: "Add NFC readers and bind their keys.",
        subcommands: [Add.self, Bind.self, Unbind.self])

    struct Add: StoreCommand {
        static let configuration = CommandConfiguration(
            abstract: "Add a reader and print its key.",
            discussion: """
                The key is printed once. Store it where 'desktap-reader' reads it (DESKTAP_READER_KEY). It can send taps of \
                all people. --for, --badges and --office limit it, and so limit the damage of a stolen key. Taps out of scope \
                are rejected as 'not_in_scope', and the server's log names the reader.
                """)
        @OptionGroup var common: CommonOptions
        @Argument(help: "The reader's name, such as 'front door'.") var name: String
        @Option(name: .customLong("for"), help: "Only taps of this person (a user name), for a personal reader without badges.")
        var person: String?
        @Flag(help: "Only taps by badges.") var badges = false
        @Option(help: "With --badges: only at this desk. May be repeated.") var desk: [String] = []
        @Option(help: "Only taps of people of this office.") var office: String?
        @Flag(help: "Replace an existing reader of this name. Its earlier keys stop working at once.") var replace =
            false

        func validate() throws {
            guard [person != nil, badges, office != nil].count(where: \.self) <= 1 else {
                throw ValidationError("Use only one of --for, --badges and --office.")
            }
            guard badges || desk.isEmpty else { throw ValidationError("--desk needs --badges.") }
            if let wrong = desk.first(where: { DeskID($0) == nil }) {
                throw ValidationError("“\(wrong)” is not a desk name.")
            }
        }

        func run(_ program: Program) async throws {
            let name = try ThingName.given(name)
            var scope = ReaderScope.anyone
            if let person {
                scope = .person(userName: person)
            } else if badges {
                scope = .badges(at: desk.compactMap { DeskID($0) })
            } else if let office {
                let office = try await program.store.offices.office(named: office)
                scope = .office(office.id, name: office.name)
            }
            print(try await program.store.readers.addReader(name: name, scope: scope, replacing: replace))
        }
    }
}
