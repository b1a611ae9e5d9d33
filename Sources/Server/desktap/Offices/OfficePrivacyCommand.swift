import ArgumentParser
import AttendanceStore

extension OfficeCommand {
    struct Privacy: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show and set who can see names on an office's map.",
            discussion: """
                Names are visible to everybody (also in other offices, at /map?office=NAME), to the people of the office, or \
                to team managers. HR of the office and administrators always see all names. With --private true each person \
                can hide their name at /me. Open maps follow within a minute.
                """)
        @OptionGroup var common: CommonOptions
        @Argument(help: "The office's name; required if several exist.") var name: String?
        @Option(help: "The people who see names: \(NamesShown.allCases.map(\.rawValue).joined(separator: ", ")).")
        var names: NamesShown?
        @Option(help: "Whether people may hide their names: true or false.") var `private`: Bool?

        func run() async throws {
            try await Program.run(common) { program in
                let office = try await program.store.offices.office(named: name)
                if names != nil || `private` != nil {
                    try await program.store.mapPrivacy.setMapPrivacy(of: office.id, names: names, allowsPrivate: `private`)
                }
                let privacy = try await program.store.mapPrivacy.mapPrivacy(of: office.id)
                print("\(office.name)\tnames \(privacy.names.rawValue)\tprivate \(privacy.allowsPrivate)")
            }
        }
    }
}

extension NamesShown: ExpressibleByArgument {}
