import ArgumentParser
import Attendance
import AttendanceStore
import AttendanceWeb
import Foundation

struct TagsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tags", abstract: "List the tags to write, and manage their words and keys.",
        subcommands: [CSV.self, Renew.self, Keys.self])

    struct CSV: StoreCommand {
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

        func run(_ program: Program) async throws {
            let settings = try await Settings(common, ["public-url": publicURL])
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

    struct Renew: StoreCommand {
        static let configuration = CommandConfiguration(
            abstract: "Replace the secret words of printed codes and of lists of addresses.",
            discussion: """
                Use it when codes or lists became known to others. Tags and codes with the old words then ask for a touch: \
                print /admin/tags/sheet and 'desktap tags csv' again. A registered tag keeps its own word: retire or replace it at /admin/tags.
                """)
        @OptionGroup var common: CommonOptions
        @Option(help: "The office; required if several exist.") var office: String?
        @Option(help: "Only this desk.") var desk: DeskID?

        func run(_ program: Program) async throws {
            let office = try await program.store.offices.office(named: office)
            let count = try await program.store.tagWords.renewWords(of: office.id, desk: desk)
            if let desk, count == 0 { throw StoreError.unknownDesk("\(desk)") }
            print("Replaced the words of \(desk.map { "the desk \($0)" } ?? "\(count) desks and the office").")
        }
    }
}
