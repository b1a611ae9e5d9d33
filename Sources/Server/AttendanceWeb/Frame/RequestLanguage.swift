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
