import AttendanceStore
import Hummingbird

/// What the program is (`/about`): version, license, API document and help.
struct AboutRoutes {
    let store: AttendanceStore
    let pages: Pages

    func page(_ request: Request, _ context: WebContext) async throws -> Response {
        let viewer = try context.person()
        return try pages.render(
            AboutPage(
                navigation: try await Navigation(for: context, at: nil, store),
                isAdministrator: viewer.role == .administrator))
    }
}

struct AboutPage: Page {
    static let template = "pages/Operation/about"

    let navigation: Navigation
    let license = "Apache License 2.0"
    let licenseAddress = "https://www.apache.org/licenses/LICENSE-2.0"
    /// Whether to name the commands of the server, too.
    let isAdministrator: Bool
}
