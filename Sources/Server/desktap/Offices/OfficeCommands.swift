import ArgumentParser
import Attendance
import AttendanceStore

struct OfficeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "office", abstract: "Add and list offices, and set their rules.",
        subcommands: [Add.self, List.self, Set.self, Show.self, Privacy.self, Require.self, Taps.self, Place.self])

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Add an office.")
        @OptionGroup var common: CommonOptions
        @Argument(help: "The office's name, such as Tokyo.") var name: String
        @Option(help: "The time zone, such as Asia/Tokyo.") var timeZone: String
        @Option(help: "The time when working days begin, such as 05:00.") var dayBoundary = TimeOfDay(seconds: 0)

        func run() async throws {
            try await Program.run(common) { program in
                let name = try OfficeStore.name(name)
                _ = try await program.store.offices.addOffice(
                    name: name, timeZone: timeZone, dayBoundary: dayBoundary.seconds)
                print("Added the office \(name).")
            }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the offices.")
        @OptionGroup var common: CommonOptions

        func run() async throws {
            try await Program.run(common) { program in
                for office in try await program.store.offices.offices() { print("\(office.name)\t\(office.timeZone)") }
            }
        }
    }
}
