import ArgumentParser
import Attendance
import AttendanceStore
import AttendanceWeb

struct DisplayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "display", abstract: "Let screens on the wall show a floor, and no longer.",
        discussion: """
            A display is a browser that shows one floor and may do nothing else. It says which desks are free and in use, and \
            who sits there only where 'desktap display names' says so.
            """,
        subcommands: [Add.self, List.self, Link.self, Revoke.self, Names.self])

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Add a display and print the link that makes a browser it.",
            discussion: "Open the link on the screen and touch its button. It works once, within 24 hours.")
        @OptionGroup var common: CommonOptions
        @Argument(help: "Its name, such as Lobby.") var name: String
        @Option(help: "The floor it shows, such as 6F.") var floor: String
        @Option(help: "The floor's office, where there are several.") var office: String?
        @Option(help: "How browsers reach the server (DESKTAP_PUBLIC_URL).") var publicURL: String?

        func validate() throws {
            guard !name.allSatisfy(\.isWhitespace), name.count <= 64 else {
                throw ValidationError("A display's name has 1 to 64 characters.")
            }
        }

        func run() async throws {
            try await Program.run(common) { program in
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
                for (display, office, enrolledAt, revokedAt) in try await program.store.displays.displays() {
                    let state =
                        revokedAt.map { "revoked \($0.rfc3339())" } ?? enrolledAt.map { "in use since \($0.rfc3339())" }
                        ?? "waits for its link to be opened"
                    print("\(display.name)\t\(office)\t\(display.floor)\t\(state)")
                }
            }
        }
    }

    struct Link: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print a new link, for a display that lost its key.",
            discussion: "Once it is used, the browser that was this display before is no more.")
        @OptionGroup var common: CommonOptions
        @Argument(help: "Its name.") var name: String
        @Option(help: "How browsers reach the server (DESKTAP_PUBLIC_URL).") var publicURL: String?

        func run() async throws {
            try await Program.run(common) { program in
                let publicURL = try await Settings(common, ["public-url": publicURL]).publicURL
                let secret = try await program.store.displays.addDisplayLink(for: name, now: Program.now())
                print(publicURL + Address.displayLink(secret.text))
            }
        }
    }

    struct Revoke: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Take a display's key back, for good.")
        @OptionGroup var common: CommonOptions
        @Argument(help: "Its name.") var name: String

        func run() async throws {
            try await Program.run(common) { program in
                try await program.store.displays.revokeDisplay(name: name)
                print("The display \(name) shows nothing from now on.")
            }
        }
    }

    struct Names: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Say whether an office's displays show who sits where.",
            discussion: "They do not unless told so. A display that is on follows within a moment.")
        @OptionGroup var common: CommonOptions
        @Argument(help: "Shown or hidden.") var choice: Choice
        @Option(help: "The office, where there are several.") var office: String?

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
