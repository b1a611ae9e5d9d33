import ArgumentParser
import Attendance
import AttendanceStore
import AttendanceWeb

struct PersonCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "person", abstract: "Add and list people, let them in, and let them go.",
        subcommands: [
            Add.self, List.self, Search.self, Set.self, Link.self, Password.self, Identity.self, Sessions.self, Key.self,
            RevokeKey.self, Leave.self, Data.self, Erase.self,
        ])

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Add somebody.")
        @OptionGroup var common: CommonOptions
        @Argument(help: "Their user name, as readers and the identity provider say it.") var user: String
        @Option(help: "Their name as others read it.") var name: String
        @Option(help: "employee, manager, hr, administrator or auditor.") var role: Role = .employee
        @Option(help: "Their office, where there are several.") var office: String?

        func run() async throws {
            guard UserName.mayBeGiven(user) else { throw ValidationError(UserName.rule) }
            guard let name = PersonName(name)?.text else { throw ValidationError(PersonName.rule) }
            try await Program.run(common) { program in
                let office = try await program.store.offices.office(named: office)
                try await program.store.people.addPerson(
                    userName: user, displayName: name, role: role, office: office.id, by: .command, now: Program.now())
                print("Added \(name). 'desktap person link \(user)' lets them sign in.")
            }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the people who work here.")
        @OptionGroup var common: CommonOptions

        func run() async throws {
            try await Program.run(common) { program in
                for person in try await program.store.people.people() {
                    print("\(person.userName)\t\(person.role.rawValue)\t\(person.displayName)")
                }
            }
        }
    }
}

extension PersonCommand {
    struct Identity: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Say who somebody is at the identity provider.",
            discussion: """
                For people who were here before the provider was: whoever signs in there with this subject is this person from \
                then on. The server's log names the subject of somebody whom it refused because their user name is taken.
                """)
        @OptionGroup var common: CommonOptions
        @Argument(help: "Their user name here.") var user: String
        @Argument(help: "The provider's 'sub' claim for them.") var subject: String

        func run() async throws {
            try await Program.run(common) { program in
                guard let issuer = try program.settings.oidc?.issuer else {
                    throw CommandProblem("No provider is set. Please say with the setting 'oidc-issuer' which one it is.")
                }
                guard (1...255).contains(subject.count) else { throw ValidationError("A subject has 1 to 255 characters.") }
                try await program.store.identities.link(userName: user, issuer: issuer, subject: subject, now: Program.now())
                print("\(user) signs in by \(issuer) as \(subject).")
            }
        }
    }

    struct Key: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make a key with which somebody's programs come as them.",
            discussion: """
                The key is printed this once. 'desktap-reader tag provision' needs an administrator's; whoever has it may do \
                what that person may, until 'desktap person revoke-key'.
                """)
        @OptionGroup var common: CommonOptions
        @Argument(help: "Their user name.") var user: String

        func run() async throws {
            try await Program.run(common) { program in
                let person = try await program.store.people.person(userName: user)
                print(try await program.store.personalKeys.addKey(for: person.id, now: Program.now()))
            }
        }
    }

    struct RevokeKey: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Take all of somebody's keys back, for good.")
        @OptionGroup var common: CommonOptions
        @Argument(help: "Their user name.") var user: String

        func run() async throws {
            try await Program.run(common) { program in
                let person = try await program.store.people.formerOrPresentPerson(userName: user)
                guard try await program.store.personalKeys.revokeKeys(of: person.id, now: Program.now()) > 0 else {
                    throw CommandProblem("\(person.displayName) has no key.")
                }
                print("The keys of \(person.displayName) are refused from now on.")
            }
        }
    }
}

extension Role: ExpressibleByArgument {}
