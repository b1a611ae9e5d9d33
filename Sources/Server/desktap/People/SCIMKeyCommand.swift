import ArgumentParser
import AttendanceStore

struct SCIMKeyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scim-key", abstract: "Manage keys for identity providers that manage people (SCIM 2.0).",
        discussion: "In the provider, set the address /scim/v2 of the server and the key as the bearer token.",
        subcommands: [Add.self, List.self, Revoke.self])

    struct Add: StoreCommand {
        static let configuration = CommandConfiguration(
            abstract: "Add a provisioner and print its key.", discussion: "The key is printed once.")
        @OptionGroup var common: CommonOptions
        @Argument(help: "The provisioner's name, such as 'Entra'.") var name: String
        @Option(help: "The office of added people; required if several exist.") var office: String?

        func run(_ program: Program) async throws {
            let name = try ThingName.given(name)
            let office = try await program.store.offices.office(named: office)
            print(try await program.store.provisioners.addProvisioner(name: name, office: office.id, now: Program.now()))
        }
    }

    struct List: StoreCommand {
        static let configuration = CommandConfiguration(abstract: "List the provisioners.")
        @OptionGroup var common: CommonOptions

        func run(_ program: Program) async throws {
            for (provisioner, office, revokedAt) in try await program.store.provisioners.provisioners() {
                print("\(provisioner.name)\t\(office)\t" + (revokedAt.map { "revoked \($0.rfc3339())" } ?? "in use"))
            }
        }
    }

    struct Revoke: StoreCommand {
        static let configuration = CommandConfiguration(abstract: "Revoke a provisioner's key permanently.")
        @OptionGroup var common: CommonOptions
        @Argument(help: "The provisioner's name.") var name: String

        func run(_ program: Program) async throws {
            try await program.store.provisioners.revokeProvisioner(name: name, now: Program.now())
            print("Revoked the key of \(name).")
        }
    }
}
