import Attendance
import AttendanceStore
import Hummingbird
import Localization
import WebServer

/// Stores the language chosen on a page, in the form of `web/partials/language`: in a cookie, and for the reminders of a signed-in
/// person.
struct LanguageRoutes {
    let cookie: BrowserCookie
    let reminders: ReminderStore

    func choose(_ request: Request, _ context: WebContext) async throws -> Response {
        guard let language = try await BodyFields(of: request)["language"].flatMap(Language.init(rawValue:)) else {
            throw WebError.badRequest(localized("language.unknown"), reason: .unknownLanguage)
        }
        if let person = context.session?.person { try await reminders.set(language: language.rawValue, of: person.id) }
        var response = Response.redirect((ReturnAddress(refererOf: request) ?? .map).text)
        cookie.set(language.rawValue, lifetime: BrowserCookie.longestLifetime, on: &response)
        return response
    }
}
