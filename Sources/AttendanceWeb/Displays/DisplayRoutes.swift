import AttendanceStore
import HTTPTypes
import Hummingbird
import WebServer

/// Makes a browser a display, by a link that is good once. Opening the link changes nothing; the button on its page does.
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
