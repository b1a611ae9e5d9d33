import ArgumentParser
import Attendance
import AttendanceStore
import AttendanceWeb

struct DisplayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "display", abstract: "Manage wall displays.",
        discussion: """
            A display is a browser that shows one floor and has no other permission. It shows which desks are free or in use, \
            and people's names only after 'desktap display names shown'.
            """,
        subcommands: [Add.self, List.self, Link.self, Revoke.self, Names.self])

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Add a display and print its enrolment link.",
            discussion: """
                Open the link in the display's browser and press the button. The link works once, within \
                \(DisplayStore.linkLifetime.hours) hours.
                """)
        @OptionGroup var common: CommonOptions
        @Argument(help: "The display's name, such as Lobby.") var name: String
        @Option(help: "The floor it shows, such as 6F.") var floor: String
        @Option(help: "The floor's office; required if several exist.") var office: String?
        @Option(help: "The address that browsers use (DESKTAP_PUBLIC_URL).") var publicURL: String?

        func run() async throws {
            try await Program.run(common) { program in
                let name = try ThingName.given(name)
                let publicURL = try await Settings(common, ["public-url": publicURL]).publicURL
                let office = try await program.store.offices.office(named: office)
                try await program.store.displays.addDisplay(name: name, floor: floor, of: office.id)
                let secret = try await program.store.displays.addDisplayLink(for: name, now: Program.now())
                print(publicURL + Address.displayLink(secret.text))
            }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the displays.")
        @OptionGroup var common: CommonOptions

        func run() async throws {
            try await Program.run(common) { program in
                for entry in try await program.store.displays.displays() {
                    let state =
                        entry.revokedAt.map { "revoked \($0.rfc3339())" }
                        ?? entry.enrolledAt.map { "in use since \($0.rfc3339())" } ?? "not enrolled yet"
                    print("\(entry.display.name)\t\(entry.officeName)\t\(entry.display.floor)\t\(state)")
                }
            }
        }
    }

    struct Link: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print a new enrolment link, for a display that lost its key.",
            discussion: "When the link is used, the display's earlier browser stops working.")
        @OptionGroup var common: CommonOptions
        @Argument(help: "The display's name.") var name: String
        @Option(help: "The address that browsers use (DESKTAP_PUBLIC_URL).") var publicURL: String?

        func run() async throws {
            try await Program.run(common) { program in
                let publicURL = try await Settings(common, ["public-url": publicURL]).publicURL
                let secret = try await program.store.displays.addDisplayLink(for: name, now: Program.now())
                print(publicURL + Address.displayLink(secret.text))
            }
        }
    }

    struct Revoke: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Revoke a display's key permanently.")
        @OptionGroup var common: CommonOptions
        @Argument(help: "The display's name.") var name: String

        func run() async throws {
            try await Program.run(common) { program in
                try await program.store.displays.revokeDisplay(name: name)
                print("Revoked the display \(name).")
            }
        }
    }

    struct Names: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Set whether the displays of an office show people's names.",
            discussion: "Names are hidden by default. Displays that are on change at once.")
        @OptionGroup var common: CommonOptions
        @Argument(help: "shown or hidden.") var choice: Choice
        @Option(help: "The office; required if several exist.") var office: String?

        enum Choice: String, ExpressibleByArgument, CaseIterable { case shown, hidden }

        func run() async throws {
            try await Program.run(common) { program in
                let office = try await program.store.offices.office(named: office)
                try await program.store.displays.setNamesOnWall(of: office.id, to: choice == .shown)
                print("The displays of \(office.name) show \(choice == .shown ? "names" : "no names").")
            }
        }
    }
}
