import HTTPTypes
import Hummingbird

/// The end of a session that a provider began: it is ended there too.
struct ProviderSignOut {
    let services: WebServices

    /// Sends the browser on to the provider, where that is how it was signed in.
    /// - Parameter response: what ended the session here.
    func goOn(_ response: Response, _ request: Request) async throws -> Response {
        let cookie = services.idTokenCookie
        guard let provider = services.oidc, let token = cookie.value(in: request) else { return response }
        var ended = response
        cookie.remove(from: &ended)
        guard let address = await provider.endOfSession(token, now: services.now()) else { return ended }
        // A page that leads on by itself: a browser does not follow a form's redirect to another site (CSP, form-action).
        var page = try services.pages.render(SignedOutPage(provider: provider.settings.name, address: address))
        for cookie in ended.headers[values: .setCookie] {
            page.headers.append(HTTPField(name: .setCookie, value: cookie))
        }
        return page
    }
}

struct SignedOutPage: Page {
    static let template = "pages/signed-out"
    let provider: String
    let address: String
}
