import ArgumentParser
import Attendance
import AttendanceStore
import AttendanceWeb
import Foundation

struct TagsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tags", abstract: "List the tags to be made and those there are, and take them out of use.",
        subcommands: [CSV.self, List.self, Retire.self, Replace.self, Renew.self, Require.self])

    struct CSV: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "csv", abstract: "Print the list of tags to be made, for 'desktap-reader tag provision --from'.",
            discussion: """
                One tag for a start at each desk, and one each for pauses and ends of each office. Each address has a secret word \
                (k=…), by which a phone taps without a touch: keep the list from those who look after no tags.
                """)
        @OptionGroup var common: CommonOptions
        @Option(help: "Only this office.") var office: String?
        @Option(help: "Only the desks of this floor.") var floor: String?
        @Option(help: "How phones reach the server (DESKTAP_PUBLIC_URL).") var publicURL: String?

        func run() async throws {
            let settings = try await Settings(common, ["public-url": publicURL])
            try await Program.run(common) { program in
                let all = try await program.store.offices.offices()
                let offices = office == nil ? all : [try await program.store.offices.office(named: office)]
                var list = TagsCSV(publicURL: try settings.publicURL, namesOffices: all.count > 1)
                var hasFloor = false
                for office in offices {
                    let floors = try await program.store.floors.floors(of: office.id).filter {
                        floor == nil || $0.name == floor
                    }
                    if floors.isEmpty, floor != nil { continue }
                    hasFloor = true
                    var desks: [String] = []
                    for floor in floors {
                        desks += try await program.store.floors.desks(on: floor.name, of: office.id).map(\.id)
                    }
                    list.add(
                        office: office.name, desks: desks, words: try await program.store.tagWords.addressWords(of: office.id))
                }
                if let floor, !hasFloor { throw CommandProblem("There is no floor '\(floor)'.") }
                try FileHandle.standardOutput.write(contentsOf: Data(list.text.utf8))
            }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the tags the server knows, those in use first.",
            discussion: "'no word': the address has no secret word, and phones ask for a touch. 'tag provision' writes it.")
        @OptionGroup var common: CommonOptions

        func run() async throws {
            try await Program.run(common) { program in
                for tag in try await program.store.tags.tags() {
                    let state = tag.retiredAt.map { "retired \($0.rfc3339()): \(tag.why ?? "")" } ?? tag.state.rawValue
                    print(
                        [
                            "\(tag.uid)", tag.place.officeName, tag.place.desk?.description ?? "-", tag.place.kind.rawValue,
                            tag.key.map { "key \($0)\(tag.isKeyRetired ? ", retired" : "")" } ?? "UID only",
                            tag.issued?.description ?? "-", tag.hasWord ? "word" : "no word", state,
                        ].joined(separator: "\t"))
                }
            }
        }
    }

    struct Retire: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Take a tag out of use, for good.", discussion: "What was tapped with it stays as it is.")
        @OptionGroup var common: CommonOptions
        @Argument(help: "Its UID in hexadecimal digits.") var uid: String
        @Option(help: "Why: lost, broken …") var why: String

        func run() async throws {
            let uid = try TagsCommand.uid(uid)
            try await Program.run(common) { program in
                try await program.store.tags.retireTag(uid, why: why, now: Program.now())
                print("The tag \(uid) is out of use.")
            }
        }
    }

    struct Replace: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Put another tag in the place of one that is lost or broken.",
            discussion: "The new tag counts by its UID until 'desktap-reader tag provision' has written its certificate.")
        @OptionGroup var common: CommonOptions
        @Argument(help: "The UID of the tag that goes, in hexadecimal digits.") var uid: String
        @Argument(help: "The UID of the new tag.") var new: String
        @Option(help: "Why: lost, broken …") var why: String

        func run() async throws {
            let (uid, new) = (try TagsCommand.uid(uid), try TagsCommand.uid(new))
            try await Program.run(common) { program in
                try await program.store.tags.replaceTag(uid, by: new, why: why, now: Program.now())
                print("The tag \(new) is in the place of \(uid).")
            }
        }
    }

    struct Renew: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Replace the secret words of printed codes and of lists of addresses.",
            discussion: """
                For codes or lists that became known outside. The codes and tags made of them before ask for a touch from then on: \
                print /admin/tags/sheet and 'desktap tags csv' again. A registered tag keeps the word of its own: retire or \
                replace it.
                """)
        @OptionGroup var common: CommonOptions
        @Option(help: "The office, where there are several.") var office: String?
        @Option(help: "Only this desk.") var desk: String?

        func run() async throws {
            let desk = try desk.map { name in
                guard let desk = DeskID(name) else { throw ValidationError("'\(name)' is not the name of a desk.") }
                return desk
            }
            try await Program.run(common) { program in
                let office = try await program.store.offices.office(named: office)
                let count = try await program.store.tagWords.renewWords(of: office.id, desk: desk)
                if let desk, count == 0 { throw CommandProblem("There is no desk \(desk) in \(office.name).") }
                print("The words of \(desk.map { "the desk \($0)" } ?? "\(count) desks and the office") are new.")
            }
        }
    }

    struct Require: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Set what a start has to prove in an office to count at once.",
            discussion: """
                none: nothing. uid: that a registered tag or a badge was read by a reader. certificate: that a tag with its own \
                certificate was. A start that proves less is kept, and counts when HR releases it; so does every start by a phone. \
                What else suffices in the office stays as it is: see 'desktap office require'.
                """)
        @OptionGroup var common: CommonOptions
        @Argument(help: "none, uid or certificate.") var proof: TagProof
        @Option(help: "The office, where there are several.") var office: String?

        func run() async throws {
            try await Program.run(common) { program in
                let office = try await program.store.offices.office(named: office)
                try await program.store.startRequirements.setRequiredProof(of: office.id, to: proof)
                let requirement = try await program.store.startRequirements.startRequirements()[office.id] ?? StartRequirement()
                print(OfficeCommand.sentence(requirement, of: office))
            }
        }
    }

    private static func uid(_ text: String) throws -> UID {
        guard let uid = UID(hex: text) else {
            throw ValidationError("'\(text)' is no UID: 4, 7, 8 or 10 bytes in hexadecimal digits.")
        }
        return uid
    }
}
