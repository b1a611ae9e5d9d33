import ArgumentParser
import Attendance
import AttendanceStore
import AttendanceWeb

struct DisplayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "display", abstract: "Add wall displays.",
        discussion: """
            A display is a browser that shows one floor and has no other permission. It shows which desks are free or in use, \
            and people's names only if the office's page allows it. /admin/displays lists, renews and revokes displays.
            """,
        subcommands: [Add.self])

    struct Add: StoreCommand {
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

        func run(_ program: Program) async throws {
            let name = try ThingName.given(name)
            let publicURL = try await Settings(common, ["public-url": publicURL]).publicURL
            let office = try await program.store.offices.office(named: office)
            try await program.store.displays.addDisplay(name: name, floor: floor, of: office.id)
            let secret = try await program.store.displays.addDisplayLink(for: name, now: Program.now())
            print(publicURL + Address.displayLink(secret.text))
        }
    }
}
