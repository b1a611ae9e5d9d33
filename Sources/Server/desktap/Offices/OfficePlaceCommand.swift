import ArgumentParser
import Attendance
import AttendanceStore

extension OfficeCommand {
    struct Place: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Set the coordinates of an office.",
            discussion: """
                If a person taps at two offices sooner than travel at 1000 km/h allows, the second tap is flagged. It still \
                counts. Offices without coordinates count as five minutes apart.
                """)
        @OptionGroup var common: CommonOptions
        @Argument(help: "The office's name.") var name: String
        @Option(parsing: .unconditional, help: "Degrees north, -90 to 90.") var latitude: Double
        @Option(parsing: .unconditional, help: "Degrees east, -180 to 180.") var longitude: Double

        func run() async throws {
            guard let place = Coordinates(latitude: latitude, longitude: longitude) else {
                throw ValidationError("The latitude must be from -90 to 90 degrees, the longitude from -180 to 180 degrees.")
            }
            try await Program.run(common) { program in
                let office = try await program.store.offices.office(named: name)
                try await program.store.offices.setCoordinates(of: office.id, to: place)
                print("\(office.name) is at \(latitude), \(longitude).")
            }
        }
    }
}
