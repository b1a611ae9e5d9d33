import Attendance
import ArgumentParser
import AttendanceStore

struct TeamCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "team", abstract: "Manage teams and their managers.",
        discussion: """
            A manager sees the records of the team's people and decides their correction requests, except the manager's own.
            """,
        subcommands: [Add.self, List.self, Assign.self, Manager.self])

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Add a team.")
        @OptionGroup var common: CommonOptions
        @Argument(help: "The team's name.") var name: String
        @Option(help: "The team's office; required if several exist.") var office: String?

        func run() async throws {
            try await Program.run(common) { program in
                let name = try ThingName.given(name)
                let office = try await program.store.offices.office(named: office)
                try await program.store.teams.addTeam(name, in: office.id)
                print("Added the team \(name). 'desktap team assign' adds people to it.")
            }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the teams, their managers and their people.")
        @OptionGroup var common: CommonOptions

        func run() async throws {
            try await Program.run(common) { program in
                for team in try await program.store.teams.teams() {
                    let managers = team.managers.isEmpty ? "-" : team.managers.joined(separator: ", ")
                    print("\(team.officeName)\t\(team.name)\tmanaged by \(managers)\t\(team.members.joined(separator: ", "))")
                }
            }
        }
    }

    struct Assign: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Add people to a team.", discussion: "A person is in at most one team. This ends an earlier membership.")
        @OptionGroup var common: CommonOptions
        @Argument(help: "The team; '-' for none.") var team: String
        @Argument(help: "The people's user names.") var users: [String]
        @Option(help: "The team's office; required if several have a team of this name.") var office: String?

        func run() async throws {
            try await Program.run(common) { program in
                let store = program.store
                let id = team == "-" ? nil : try await store.teams.team(named: team, in: office).id
                var people: [PersonID] = []
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
        static let configuration = CommandConfiguration(abstract: "Add or remove a manager of a team.")
        @OptionGroup var common: CommonOptions
        @Argument(help: "The team.") var team: String
        @Argument(help: "The person's user name.") var user: String
        @Option(help: "The team's office; required if several have a team of this name.") var office: String?
        @Flag(help: "Remove the manager.") var remove = false

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
