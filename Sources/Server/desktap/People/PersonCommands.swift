import ArgumentParser
import Attendance
import AttendanceStore
import AttendanceWeb

struct PersonCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "person", abstract: "Manage people, their sign-in and their data.",
        subcommands: [
            Add.self, Search.self, Set.self, Link.self, RemovePassword.self, Identity.self, Key.self,
        ])

    struct Add: StoreCommand {
        static let configuration = CommandConfiguration(abstract: "Add a person.")
        @OptionGroup var common: CommonOptions
        @Argument(help: "The user name, as readers and the identity provider send it.") var user: String
        @Option(help: "The displayed name.") var name: String
        @Option(help: "\(Role.allCases.map(\.rawValue).joined(separator: ", ")).") var role: Role = .employee
        @Option(help: "The office; required if several exist.") var office: String?

        func run(_ program: Program) async throws {
            let (user, name) = (try UserName.given(user), try PersonName.given(name))
            let office = try await program.store.offices.office(named: office)
            try await program.store.people.addPerson(
                userName: user, displayName: name, role: role, office: office.id, by: .command, now: Program.now())
            print("Added \(name). 'desktap person link \(user)' creates a sign-in link.")
        }
    }
}

extension PersonCommand {
    struct Identity: StoreCommand {
        static let configuration = CommandConfiguration(
            abstract: "Link a person to an account of the identity provider.",
            discussion: """
                For people who were added before the provider was set up: the account with this subject then signs in as this \
                person. If the server refuses a sign-in because the user name is taken, its log contains the subject.
                """)
        @OptionGroup var common: CommonOptions
        @Argument(help: "The person's user name in DeskTap.") var user: String
        @Argument(help: "The provider's 'sub' claim for the person.") var subject: String

        func run(_ program: Program) async throws {
            guard let issuer = try program.settings.oidc?.issuer else {
                throw CommandError("No identity provider is configured. Set 'oidc-issuer'.")
            }
            guard (1...255).contains(subject.unicodeScalars.count) else {
                throw ValidationError("A subject has 1 to 255 characters.")
            }
            try await program.store.identities.link(userName: user, issuer: issuer, subject: subject, now: Program.now())
            print("Linked \(user) to \(subject) at \(issuer).")
        }
    }

    struct Key: StoreCommand {
        static let configuration = CommandConfiguration(
            abstract: "Create a personal key, with which programs act as a person.",
            discussion: """
                The key is printed once. It grants the permissions of its person, except for steps that need a browser, \
                until it expires or is revoked on the person's page. With --tags it can only write tags, for \
                'desktap-reader tag provision'.
                """)
        @OptionGroup var common: CommonOptions
        @Argument(help: "The person's user name.") var user: String
        @Flag(help: "A key that can only write tags. The person must be an administrator.") var tags = false
        @Option(help: "The days until the key expires (365, or 7 with --tags).") var days: Int64?

        /// In days.
        private static let longest: Int64 = 3650

        func validate() throws {
            if let days, !(1...Self.longest).contains(days) {
                throw ValidationError("A key expires after 1 to \(Self.longest) days.")
            }
        }

        func run(_ program: Program) async throws {
            let person = try await program.store.people.person(userName: user)
            if tags, !person.may(.administer) { throw CommandError("\(person.displayName) is not an administrator.") }
            let now = Program.now()
            let end = now + .seconds((days ?? (tags ? 7 : 365)) * 86_400)
            print(
                try await program.store.personalKeys.addKey(
                    for: person.id, use: tags ? .tags : .programs, until: end, now: now))
        }
    }
}

extension Role: ExpressibleByArgument {}
