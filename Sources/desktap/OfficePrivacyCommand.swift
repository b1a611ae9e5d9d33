import ArgumentParser
import AttendanceStore

extension OfficeCommand {
    struct Privacy: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show and set who reads names on an office's map.",
            discussion: """
                Names are read by everybody (also of other offices, at /map?office=NAME), by whoever works in the office, or by \
                managers of teams. HR of the office and administrators read all of them. Where people may be private, each of \
                them chooses at /me whether their desk is occupied by them or by somebody. An open map follows within a minute.
                """)
        @OptionGroup var common: CommonOptions
        @Argument(help: "The office's name, where there are several.") var name: String?
        @Option(help: "Who reads names: \(NamesShown.allCases.map(\.rawValue).joined(separator: ", ")).") var names: NamesShown?
        @Option(help: "Whether people may stay unnamed: true or false.") var `private`: Bool?

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
