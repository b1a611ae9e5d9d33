import HTTPTypes
import Hummingbird
import OpenIDConnect
import WebServer

/// Continues a sign-out at the identity provider, if the session started there (OpenID Connect RP-Initiated Logout 1.0).
struct ProviderSignOut {
    let provider: IdentityProvider?
    /// The cookie of the ID token.
    let cookie: BrowserCookie
    let pages: Pages

    /// Sends the browser to the provider.
    /// - Parameter response: the response that ended the session here.
    func goOn(_ response: Response, _ request: Request, _ context: WebContext) async throws -> Response {
        guard let provider, let token = cookie.value(in: request) else { return response }
        var ended = response
        cookie.remove(from: &ended)
        guard let logout = await provider.client.endSessionRequest(idToken: token, now: context.now.date) else {
            return ended
        }
        // A page that continues automatically: browsers do not follow a form's redirect to another site (CSP, form-action).
        let byPost = provider.settings.signsOutByPost
        var page = try pages.render(SignedOutPage(provider: provider.settings.name, logout, byPost: byPost))
        for cookie in ended.headers[values: .setCookie] {
            page.headers.append(HTTPField(name: .setCookie, value: cookie))
        }
        page.headers.set(SignIn.clearSiteData.name, to: SignIn.clearSiteData.value)
        if byPost {
            // Only this page has a form to another site. Browsers apply form-action to the redirects that follow too, and a
            // provider may redirect through several of its hosts.
            page.headers[.contentSecurityPolicy] = contentSecurityPolicy(formAction: "'self' https: \(logout.origin)")
        }
        return page
    }
}

struct SignedOutPage: Page {
    static let template = "pages/SignIn/signed-out"

    struct Field: Sendable { let name, value: String }

    let provider: String
    /// The target of a link; nil if a form is sent.
    let address: String?
    let endpoint: String
    let fields: [Field]

    init(provider: String, _ logout: EndSessionRequest, byPost: Bool) {
        self.provider = provider
        address = byPost ? nil : logout.url
        endpoint = logout.endpoint
        fields = logout.fields.map { Field(name: $0.name, value: $0.value) }
    }
}
