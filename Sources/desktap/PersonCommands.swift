import ArgumentParser
import Attendance
import AttendanceStore
import AttendanceWeb

struct PersonCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "person", abstract: "Add and list people, let them in, and let them go.",
        subcommands: [Add.self, List.self, Link.self, Key.self, RevokeKey.self, Leave.self, Data.self, Erase.self])

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Add somebody.")
        @OptionGroup var common: CommonOptions
        @Argument(help: "Their user name, as readers and the identity provider say it.") var user: String
        @Option(help: "Their name as others read it.") var name: String
        @Option(help: "employee, manager, hr or administrator.") var role: Role = .employee
        @Option(help: "Their office, where there are several.") var office: String?

        func run() async throws {
            guard TapReport.isUserName(user) else {
                throw ValidationError("A user name has at most 64 characters and no space at its ends.")
            }
            try await Program.run(common) { program in
                let office = try await program.store.office(named: office)
                try await program.store.addPerson(userName: user, displayName: name, role: role, office: office.id)
                print("Added \(name). 'desktap person link \(user)' lets them sign in.")
            }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the people who work here.")
        @OptionGroup var common: CommonOptions

        func run() async throws {
            try await Program.run(common) { program in
                for person in try await program.store.people() {
                    print("\(person.userName)\t\(person.role.rawValue)\t\(person.displayName)")
                }
            }
        }
    }

    struct Link: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make a personal sign-in link.",
            discussion: "The link signs one device in, once, within 24 hours. Send it to nobody but this person.")
        @OptionGroup var common: CommonOptions
        @Argument(help: "Their user name.") var user: String
        @Option(help: "How browsers reach the server (DESKTAP_PUBLIC_URL).") var publicURL: String?

        func run() async throws {
            let settings = try await Settings(common, ["public-url": publicURL])
            try await Program.run(common) { program in
                let person = try await program.store.person(userName: user)
                let secret = try await program.store.addSignInLink(for: person.id, now: Program.now())
                print(try settings.publicURL + Address.signInLink(secret.text))
            }
        }
    }
}

extension PersonCommand {
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
                let person = try await program.store.person(userName: user)
                print(try await program.store.addKey(for: person.id, now: Program.now()))
            }
        }
    }

    struct RevokeKey: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Take all of somebody's keys back, for good.")
        @OptionGroup var common: CommonOptions
        @Argument(help: "Their user name.") var user: String

        func run() async throws {
            try await Program.run(common) { program in
                let person = try await program.store.formerOrPresentPerson(userName: user)
                guard try await program.store.revokeKeys(of: person.id, now: Program.now()) > 0 else {
                    throw CommandProblem("\(person.displayName) has no key.")
                }
                print("The keys of \(person.displayName) are refused from now on.")
            }
        }
    }
}

extension Role: ExpressibleByArgument {}
