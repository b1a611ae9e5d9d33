import ArgumentParser
import Attendance
import AttendanceStore

struct FloorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "floor", abstract: "Add, export and import floors with their desks.",
        subcommands: [Add.self, Export.self, Import.self])

    struct Add: StoreCommand {
        static let configuration = CommandConfiguration(
            abstract: "Add a floor with desks in groups.",
            discussion: "'desktap floor add 6F --groups 3 --desks 8' adds the desks 6F-A1 to 6F-C8.")
        @OptionGroup var common: CommonOptions
        @Argument(help: "The floor's name, such as 6F: capital letters and digits.") var name: String
        @Option(help: "The office; required if several exist.") var office: String?
        @Option(help: "Groups of desks, 1 to 26.") var groups = 3
        @Option(help: "Desks in a group, 1 to 40.") var desks = 8

        func validate() throws {
            guard DeskID(name) != nil else {
                throw ValidationError("A floor's name consists of letters and digits, such as 6F.")
            }
            guard (1...26).contains(groups), (1...40).contains(desks) else {
                throw ValidationError("A floor has 1 to 26 groups of 1 to 40 desks.")
            }
        }

        func run(_ program: Program) async throws {
            let name = DeskID(name)?.description ?? name
            let layout = FloorLayout(floor: name, groups: groups, desksInGroup: desks)
            let office = try await program.store.offices.office(named: office)
            try await program.store.floors.addFloor(layout, to: office.id)
            print("Added the floor \(name). Desks: \(layout.desks.count).")
        }
    }
}
