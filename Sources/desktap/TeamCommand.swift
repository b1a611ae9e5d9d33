import ArgumentParser
import AttendanceStore

struct TeamCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "team", abstract: "Say who works together, and who manages them.",
        discussion: """
            Whoever manages a team sees its people's records and decides what they ask to have corrected; nobody does so for
            themselves.
            """,
        subcommands: [Add.self, List.self, Assign.self, Manager.self])

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Add a team.")
        @OptionGroup var common: CommonOptions
        @Argument(help: "Its name.") var name: String
        @Option(help: "Its office, where there are several.") var office: String?

        func validate() throws {
            guard !name.allSatisfy(\.isWhitespace), name.count <= 64 else {
                throw ValidationError("A team's name has 1 to 64 characters.")
            }
        }

        func run() async throws {
            try await Program.run(common) { program in
                let office = try await program.store.offices.office(named: office)
                try await program.store.teams.addTeam(name, in: office.id)
                print("Added the team \(name). 'desktap team assign' puts people into it.")
            }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the teams, their managers and their people.")
        @OptionGroup var common: CommonOptions

        func run() async throws {
            try await Program.run(common) { program in
                for team in try await program.store.teams.teams() {
                    let managers = team.managers.isEmpty ? "nobody" : team.managers.joined(separator: ", ")
                    print("\(team.officeName)\t\(team.name)\tmanaged by \(managers)\t\(team.members.joined(separator: ", "))")
                }
            }
        }
    }

    struct Assign: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Put people into a team.", discussion: "A person is in one team at most, and leaves another one by this.")
        @OptionGroup var common: CommonOptions
        @Argument(help: "The team; '-' is none.") var team: String
        @Argument(help: "Their user names.") var users: [String]
        @Option(help: "The team's office, where several have a team of this name.") var office: String?

        func run() async throws {
            try await Program.run(common) { program in
                let store = program.store
                let id = team == "-" ? nil : try await store.teams.team(named: team, in: office).id
                var people: [Int64] = []
                for user in users { people.append(try await store.people.person(userName: user).id) }
                for person in people {
                    try await store.people.change(
                        person, PersonChange(team: id.map { .team($0) } ?? PersonChange.Place.none), by: .command,
                        now: Program.now())
                }
                print("\(users.joined(separator: ", ")): \(id == nil ? "in no team" : "in the team \(team)").")
            }
        }
    }

    struct Manager: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Let somebody manage a team, or no longer.")
        @OptionGroup var common: CommonOptions
        @Argument(help: "The team.") var team: String
        @Argument(help: "Their user name.") var user: String
        @Option(help: "The team's office, where several have a team of this name.") var office: String?
        @Flag(help: "No longer.") var remove = false

        func run() async throws {
            try await Program.run(common) { program in
                let team = try await program.store.teams.team(named: team, in: office)
                let person = try await program.store.people.formerOrPresentPerson(userName: user)
                try await program.store.people.setManager(
                    person.id, of: team, to: !remove, by: .command, now: Program.now())
                print("\(person.displayName) \(remove ? "no longer manages" : "manages") the team \(team.name).")
            }
        }
    }
}
