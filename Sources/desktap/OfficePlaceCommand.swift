import ArgumentParser
import Attendance
import AttendanceStore

extension OfficeCommand {
    struct Place: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Say where an office is.",
            discussion: """
                Where a person taps at two offices sooner than anybody travels (1000 km/h), the second tap is shown as something \
                to look at; it counts all the same. Of offices that are nowhere, five minutes are between any two.
                """)
        @OptionGroup var common: CommonOptions
        @Argument(help: "The office's name.") var name: String
        @Option(parsing: .unconditional, help: "Degrees north, -90 to 90.") var latitude: Double
        @Option(parsing: .unconditional, help: "Degrees east, -180 to 180.") var longitude: Double

        func run() async throws {
            guard let place = Coordinates(latitude: latitude, longitude: longitude) else {
                throw ValidationError("Degrees north are from -90 to 90, degrees east from -180 to 180.")
            }
            try await Program.run(common) { program in
                let office = try await program.store.offices.office(named: name)
                try await program.store.offices.setCoordinates(of: office.id, to: place)
                print("\(office.name) is at \(latitude), \(longitude).")
            }
        }
    }
}
