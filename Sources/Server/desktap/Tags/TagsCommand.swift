import ArgumentParser
import Attendance
import AttendanceStore
import AttendanceWeb
import Foundation

struct TagsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tags", abstract: "List the tags to write, and manage tags in use.",
        subcommands: [CSV.self, List.self, Retire.self, Replace.self, Renew.self, Require.self, Keys.self])

    struct CSV: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "csv", abstract: "Print the list of tags to write, for 'desktap-reader tag provision --from'.",
            discussion: """
                The list has a start tag for each desk, and a pause and an end tag for each office. Each address contains a \
                secret word (k=…), with which a phone records a tap without a touch: share the list only with administrators.
                """)
        @OptionGroup var common: CommonOptions
        @Option(help: "Only this office.") var office: String?
        @Option(help: "Only the desks of this floor.") var floor: String?
        @Option(help: "The address that phones use (DESKTAP_PUBLIC_URL).") var publicURL: String?

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
                if let floor, !hasFloor { throw StoreError.unknownFloor(floor) }
                try FileHandle.standardOutput.write(contentsOf: Data(list.text.utf8))
            }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the tags that the server knows, tags in use first.",
            discussion: "'no word': the address lacks the secret word, so phones ask for a touch. 'tag provision' writes it.")
        @OptionGroup var common: CommonOptions

        func run() async throws {
            try await Program.run(common) { program in
                for tag in try await program.store.tags.tags() {
                    let keys =
                        tag.key.map { "key \($0)" } ?? tag.masterKey.map { "signs its address, master key \($0)" } ?? "UID only"
                    let state = tag.retiredAt.map { "retired \($0.rfc3339()): \(tag.why ?? "")" } ?? tag.state.rawValue
                    print(
                        [
                            "\(tag.uid)", tag.place.officeName, tag.place.desk?.description ?? "-", tag.place.kind.rawValue,
                            tag.isKeyRetired ? keys + ", retired" : keys, tag.issued?.description ?? "-",
                            tag.hasWord ? "word" : tag.masterKey == nil ? "no word" : "-", state,
                        ].joined(separator: "\t"))
                }
            }
        }
    }

    struct Retire: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Take a tag out of use permanently.", discussion: "Recorded taps stay unchanged.")
        @OptionGroup var common: CommonOptions
        @Argument(help: "The tag's UID in hexadecimal digits.") var uid: String
        @Option(help: "The reason, such as lost or broken.") var why: String

        func run() async throws {
            let uid = try TagsCommand.uid(uid)
            try await Program.run(common) { program in
                try await program.store.tags.retireTag(uid, why: why, now: Program.now())
                print("Retired the tag \(uid).")
            }
        }
    }

    struct Replace: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Replace a lost or broken tag.",
            discussion: "The new tag counts by its UID until 'desktap-reader tag provision' has written its certificate.")
        @OptionGroup var common: CommonOptions
        @Argument(help: "The UID of the old tag, in hexadecimal digits.") var uid: String
        @Argument(help: "The UID of the new tag.") var new: String
        @Option(help: "The reason, such as lost or broken.") var why: String

        func run() async throws {
            let (uid, new) = (try TagsCommand.uid(uid), try TagsCommand.uid(new))
            try await Program.run(common) { program in
                try await program.store.tags.replaceTag(uid, by: new, why: why, now: Program.now())
                print("Replaced the tag \(uid) by \(new).")
            }
        }
    }

    struct Renew: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Replace the secret words of printed codes and of lists of addresses.",
            discussion: """
                Use it when codes or lists became known to others. Tags and codes with the old words then ask for a touch: \
                print /admin/tags/sheet and 'desktap tags csv' again. A registered tag keeps its own word: retire or replace it.
                """)
        @OptionGroup var common: CommonOptions
        @Option(help: "The office; required if several exist.") var office: String?
        @Option(help: "Only this desk.") var desk: DeskID?

        func run() async throws {
            try await Program.run(common) { program in
                let office = try await program.store.offices.office(named: office)
                let count = try await program.store.tagWords.renewWords(of: office.id, desk: desk)
                if let desk, count == 0 { throw StoreError.unknownDesk("\(desk)") }
                print("Replaced the words of \(desk.map { "the desk \($0)" } ?? "\(count) desks and the office").")
            }
        }
    }

    struct Require: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Set the tag proof that a start needs in an office to count at once.",
            discussion: """
                none: no proof. uid: a reader read a registered tag or a badge. certificate: a reader read a tag with its own \
                certificate. sun: a reader or a phone read a tag that signs its address (NTAG 424 DNA), which also suffices for \
                uid and certificate. Other starts are quarantined until HR releases them. Other accepted proofs of the office \
                stay unchanged: see 'desktap office require'.
                """)
        @OptionGroup var common: CommonOptions
        @Argument(help: "none, uid, certificate or sun.") var proof: TagProof
        @Option(help: "The office; required if several exist.") var office: String?
        @Flag(help: "Set it even if starts will be quarantined for lack of a reader or tags.") var yes = false

        func run() async throws {
            try await Program.run(common) { program in
                let office = try await program.store.offices.office(named: office)
                var requirement = try await program.store.startRequirements.startRequirements()[office.id] ?? StartRequirement()
                requirement.proof = proof
                if !yes { try await OfficeCommand.requireCoverage(of: requirement, office, program.store) }
                try await program.store.startRequirements.setRequiredProof(of: office.id, to: proof)
                print(OfficeCommand.sentence(requirement, of: office))
                try await OfficeCommand.printSigningDesks(of: office, program.store)
            }
        }
    }

    private static func uid(_ text: String) throws -> UID {
        guard let uid = UID(hex: text) else {
            throw ValidationError("'\(text)' is not a UID: 4, 7, 8 or 10 bytes in hexadecimal digits.")
        }
        return uid
    }
}
