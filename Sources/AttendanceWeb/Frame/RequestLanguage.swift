import AttendanceStore
import HTTPTypes
import Hummingbird
import Localization
import WebServer

/// Chooses the language of a request: the language chosen on a page before, or the one that the browser prefers. Without
/// either, a browser gets the server's default language, a program English.
struct RequestLanguage: Sendable {
    let words: Words
    let cookie: BrowserCookie

    func catalogue(for request: Request) -> Catalogue { words[language(of: request)] }

    private func language(of request: Request) -> Language {
        cookie.value(in: request).flatMap(Language.init(rawValue:))
            ?? request.headers[.acceptLanguage].flatMap { Language(accepted: $0) } ?? (request.wantsPage ? words.fallback : .en)
    }
}

/// Stores the language chosen on a page, in the form of `web/partials/language`: in a cookie, and for the reminders of a signed-in
/// person.
struct LanguageRoutes {
    let cookie: BrowserCookie
    let reminders: ReminderStore

    func choose(_ request: Request, _ context: WebContext) async throws -> Response {
        guard let language = try await BodyFields(of: request)["language"].flatMap(Language.init(rawValue:)) else {
            throw WebError.badRequest(localized("language.unknown"), reason: .unknownLanguage)
        }
        if let person = context.session?.person { try await reminders.setLanguage(language, of: person.id) }
        var response = Response.redirect((ReturnAddress(refererOf: request) ?? .map).text)
        cookie.set(language.rawValue, lifetime: BrowserCookie.longestLifetime, on: &response)
        return response
    }
}
