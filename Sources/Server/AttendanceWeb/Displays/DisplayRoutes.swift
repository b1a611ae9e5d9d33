import AttendanceStore
import HTTPTypes
import Hummingbird
import WebServer

/// Enrols a browser as a wall display by a single-use link. Opening the link changes nothing, because link previews open it too;
/// the button on its page enrols.
struct DisplayRoutes {
    let displays: DisplayStore
    let pages: Pages
    let cookie: BrowserCookie

    func page(_ request: Request, _ context: WebContext) async throws -> Response {
        let token = try context.parameters.require("token")
        let display = try await displays.display(ofLink: token, now: context.now)
        return try pages.render(DisplayPage(display), status: display == nil ? .notFound : .ok)
    }

    func enrol(_ request: Request, _ context: WebContext) async throws -> Response {
        let token = try context.parameters.require("token")
        guard let (display, key) = try await displays.enrolDisplay(withLink: token, now: context.now) else {
            return try pages.render(DisplayPage(nil), status: .notFound)
        }
        var response = Response.redirect(Address.wall(display.floor))
        cookie.set(key, lifetime: BrowserCookie.longestLifetime, on: &response)
        return response
    }
}
