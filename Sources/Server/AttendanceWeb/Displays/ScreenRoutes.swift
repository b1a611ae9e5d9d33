import AttendanceStore
import HTTPTypes
import Hummingbird
import WebServer

/// A screen on its way to a wall display (`/wall`): it shows a code until an administrator types it for a display, and then shows
/// the display's floor. The code alone gives nothing: the key is the secret in the cookie of the browser that shows the code.
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
        if let secret, let display = try await displays.display(ofScreen: secret) {
            var response = Response.redirect(Address.wall(display.floor))
            cookies.display.set(secret, lifetime: BrowserCookie.longestLifetime, on: &response)
            cookies.screen.remove(from: &response)
            return response
        }
        let code: String? =
            if let secret { try await displays.code(ofScreen: secret, now: context.now) } else { nil }
        let hasAsked = try QueryParameters(request.uri.query)["asked"] == "yes"
        return try pages.render(ScreenPage(code: code, keepsCookies: secret != nil || !hasAsked))
    }

    /// Gives the screen a code if it has none.
    func ask(_ request: Request, _ context: WebContext) async throws -> Response {
        if case .display(let display, _) = context.identity { return .redirect(Address.wall(display.floor)) }
        if let secret = cookies.screen.value(in: request) {
            // In this order, because typing the code makes the secret a display's key.
            var isKnown = try await displays.code(ofScreen: secret, now: context.now) != nil
            if !isKnown { isKnown = try await displays.display(ofScreen: secret) != nil }
            if isKnown { return .redirect(Address.screen) }
        }
        try limits.checkScreenCode(context)
        let secret = try await displays.addCode(now: context.now)
        var response = Response.redirect(Address.screen + "?asked=yes")
        cookies.screen.set(secret.text, lifetime: Self.cookieLifetime, on: &response)
        return response
    }
}

/// The page of a screen that is no wall display yet.
struct ScreenPage: Page {
    static let template = "pages/Displays/screen"

    /// The code to type; nil: the screen has none.
    let code: String?
    let keepsCookies: Bool
}
