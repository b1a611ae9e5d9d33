import ArgumentParser
import Attendance
import AttendanceStore

struct ReaderCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reader", abstract: "Manage NFC readers and their keys.",
        subcommands: [Add.self, List.self, Rotate.self, Bind.self, Unbind.self, Revoke.self])

    struct Add: AsyncParsableCommand {
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

        func run() async throws {
            try await Program.run(common) { program in
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

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the readers.")
        @OptionGroup var common: CommonOptions

        func run() async throws {
            let now = Program.now()
            try await Program.run(common) { program in
                for listed in try await program.store.readers.readers() {
                    var columns = [
                        listed.reader.name, listed.revokedAt.map { "revoked \($0.rfc3339())" } ?? "in use",
                        listed.lastSeenAt.map { "last seen \($0.rfc3339())" } ?? "never seen", "for \(listed.reader.scope)",
                        "number \(listed.reader.id)",
                    ]
                    if let ahead = listed.status.clockAhead, listed.revokedAt == nil {
                        columns.append(Self.clock(ahead))
                    }
                    if let waiting = listed.status.waitingTaps, listed.revokedAt == nil {
                        columns.append("taps waiting: \(waiting)")
                    }
                    if let certificate = listed.reader.certificate { columns.append("with certificate \(certificate)") }
                    if let until = listed.previousKeyUntil, listed.revokedAt == nil, now < until {
                        columns.append("old key valid until \(until.rfc3339())")
                    }
                    print(columns.joined(separator: "\t"))
                }
            }
        }

        private static func clock(_ ahead: Duration) -> String {
            guard ahead.magnitude > ListedReader.clockTolerance else { return "clock correct" }
            return "clock \(ahead.magnitude.components.seconds) s \(ahead < .zero ? "slow" : "fast")"
        }
    }

    struct Rotate: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Create a new key for a reader and print it.",
            discussion: """
                The current key stays valid for the overlap, so no tap is rejected while you replace it on the reader. \
                Earlier keys stop working at once. 'reader revoke' revokes all keys at once.
                """)
        @OptionGroup var common: CommonOptions
        @Argument(help: "The reader's name.") var name: String
        @Option(help: "How long the old key stays valid, such as 30m, 24h or 7d; at most 30d.")
        var overlap = KeyOverlap(length: ReaderStore.keyOverlap)

        func run() async throws {
            try await Program.run(common) { program in
                print(try await program.store.readers.rotateReader(name: name, overlap: overlap.length, now: Program.now()))
            }
        }
    }

    struct Revoke: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Revoke a reader's keys permanently.")
        @OptionGroup var common: CommonOptions
        @Argument(help: "The reader's name.") var name: String

        func run() async throws {
            try await Program.run(common) { program in
                try await program.store.readers.revokeReader(name: name)
                print("Revoked the keys of \(name).")
            }
        }
    }
}

/// The period in which a reader's old and new key are valid, as an option: a number followed by m, h or d.
struct KeyOverlap: ExpressibleByArgument, CustomStringConvertible {
    let length: Duration

    init(length: Duration) { self.length = length }

    init?(argument: String) {
        guard let length = Duration(text: argument), (.zero...ReaderStore.longestKeyOverlap).contains(length) else {
            return nil
        }
        self.length = length
    }

    var description: String {
        let seconds = length.components.seconds
        return seconds % 3600 == 0 ? "\(seconds / 3600)h" : "\(seconds / 60)m"
    }
}
