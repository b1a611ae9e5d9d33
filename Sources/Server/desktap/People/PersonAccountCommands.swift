import ArgumentParser
import Attendance
import AttendanceStore

extension PersonCommand {
    struct Search: StoreCommand {
        static let configuration = CommandConfiguration(
            abstract: "List people, including former employees, or find them by a part of their user name or name.")
        @OptionGroup var common: CommonOptions
        @Argument(help: "A part of the user name or name. Without it, all people are listed.") var text: String?
        @Option(help: "The maximum number of people to list.") var limit: Int64 = 100

        func validate() throws {
            guard (1...100_000).contains(limit) else { throw ValidationError("--limit must be from 1 to 100000.") }
        }

        func run(_ program: Program) async throws {
            let found = try await program.store.people.accounts(AccountFilter(name: text), limit: limit + 1)
            for account in found.prefix(Int(limit)) {
                print(
                    [
                        account.person.userName, account.person.role.rawValue, account.person.displayName,
                        account.officeName, account.teamName ?? "-",
                        account.leftAt.map { "left \($0.rfc3339())" } ?? "works here",
                    ].joined(separator: "\t"))
            }
            if found.isEmpty { print("No person was found.") }
            if found.count > limit { print("More people match. Give more of the name or a larger --limit.") }
        }
    }

    struct Set: StoreCommand {
        static let configuration = CommandConfiguration(
            abstract: "Change a person's name, role, office or team.", discussion: "Recorded taps stay unchanged.")
        @OptionGroup var common: CommonOptions
        @Argument(help: "The person's user name.") var user: String
        @Option(help: "A new user name.") var userName: String?
        @Option(help: "The displayed name.") var name: String?
        @Option(help: "\(Role.allCases.map(\.rawValue).joined(separator: ", ")).") var role: Role?
        @Option(help: "The office.") var office: String?
        @Option(help: "The team; '-' for none.") var team: String?

        func validate() throws {
            guard userName != nil || name != nil || role != nil || office != nil || team != nil else {
                throw ValidationError("Specify at least one change.")
            }
        }

        func run(_ program: Program) async throws {
            let store = program.store
            let person = try await store.people.formerOrPresentPerson(userName: user)
            var change = PersonChange(
                userName: try userName.map(UserName.given), displayName: try name.map(PersonName.given), role: role)
            if let office { change.office = try await store.offices.office(named: office).id }
            if let team {
                change.team = team == "-" ? PersonChange.Place.none : .team(try await store.teams.team(named: team).id)
            }
            try await store.people.change(person.id, change, by: .command, now: Program.now())
            print("Changed \(userName ?? user).")
        }
    }
}
