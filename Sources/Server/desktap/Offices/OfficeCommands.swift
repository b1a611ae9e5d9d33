import ArgumentParser
import Attendance
import AttendanceStore

struct OfficeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "office", abstract: "Add offices, and set what a start needs.",
        subcommands: [Add.self, Require.self])

    struct Add: StoreCommand {
        static let configuration = CommandConfiguration(abstract: "Add an office.")
        @OptionGroup var common: CommonOptions
        @Argument(help: "The office's name, such as Tokyo.") var name: String
        @Option(help: "The time zone, such as Asia/Tokyo.") var timeZone: String
        @Option(help: "The time when working days begin, such as 05:00.") var dayBoundary = TimeOfDay(seconds: 0)

        func run(_ program: Program) async throws {
            let name = try OfficeStore.name(name)
            _ = try await program.store.offices.addOffice(
                name: name, timeZone: timeZone, dayBoundary: dayBoundary.seconds)
            print("Added the office \(name).")
        }
    }
}

/// A time of day from 00:00 to 23:59.
struct TimeOfDay: ExpressibleByArgument, CustomStringConvertible {
    /// Seconds after midnight.
    let seconds: Int64

    init(seconds: Int64) { self.seconds = seconds }

    init?(argument: String) {
        guard let seconds = OfficeSettings.timeOfDay(argument) else { return nil }
        self.seconds = seconds
    }

    var description: String { WorkedTime.hoursAndMinutes(seconds) }
}
