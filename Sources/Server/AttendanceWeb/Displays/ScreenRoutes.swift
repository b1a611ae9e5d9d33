import AttendanceStore
import HTTPTypes
import Hummingbird
import WebServer

/// A screen on its way to a wall display (`/wall`): it shows a code until an administrator types it for a display, and then gets
/// the display's key. The code alone gives nothing: only the browser with the cookie gets the key.
struct ScreenRoutes {
    let displays: DisplayStore
    let pages: Pages
    let limits: RequestLimits
    let cookies: Cookies

    /// Longer than a code, so that the page asks for another one by itself.
    private static let cookieLifetime = Duration.seconds(86_400)

    func page(_ request: Request, _ context: WebContext) async throws -> Response {
        if case .display(let display, _) = context.identity { return .redirect(Address.wall(display.floor)) }
        let secret = cookies.screen.value(in: request)
        let code: DisplayCode? =
            if let secret { try await displays.code(ofScreen: secret, now: context.now) } else { nil }
        let hasAsked = try QueryParameters(request.uri.query)["asked"] == "yes"
        return try pages.render(ScreenPage(code, keepsCookies: secret != nil || !hasAsked))
    }

    /// Gives the screen the key if its code was typed, otherwise a code if it has none.
    func goOn(_ request: Request, _ context: WebContext) async throws -> Response {
        if case .display(let display, _) = context.identity { return .redirect(Address.wall(display.floor)) }
        if let secret = cookies.screen.value(in: request) {
            if let (display, key) = try await displays.enrolDisplay(ofScreen: secret, now: context.now) {
                var response = Response.redirect(Address.wall(display.floor))
                cookies.display.set(key, lifetime: BrowserCookie.longestLifetime, on: &response)
                cookies.screen.remove(from: &response)
                return response
            }
            if let code = try await displays.code(ofScreen: secret, now: context.now), code.floor == nil {
                return .redirect(Address.screen)
            }
        }
        try limits.checkScreenCode(context)
        guard let secret = try await displays.addCode(now: context.now) else { throw WebError.tooOften(.seconds(60)) }
        var response = Response.redirect(Address.screen + "?asked=yes")
        cookies.screen.set(secret.text, lifetime: Self.cookieLifetime, on: &response)
        return response
    }
}

/// The page of a screen that is no wall display yet.
struct ScreenPage: Page {
    static let template = "pages/Displays/screen"

    /// The code to type; nil: the screen has none, or it was typed.
    let code: String?
    /// The floor that the screen shows next; nil: the code was not typed yet.
    let floor: String?
    let keepsCookies: Bool

    init(_ code: DisplayCode?, keepsCookies: Bool) {
        floor = code?.floor
        self.code = floor == nil ? code?.text : nil
        self.keepsCookies = keepsCookies
    }
}
