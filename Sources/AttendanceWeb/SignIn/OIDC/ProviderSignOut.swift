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
        guard let end = await provider.endOfSession(token, now: services.now()) else { return ended }
        // A page that leads on by itself: a browser does not follow a form's redirect to another site (CSP, form-action).
        let byPost = provider.settings.signsOutByPost
        var page = try services.pages.render(SignedOutPage(provider: provider.settings.name, end, byPost: byPost))
        for cookie in ended.headers[values: .setCookie] {
            page.headers.append(HTTPField(name: .setCookie, value: cookie))
        }
        page.headers.set(SignIn.clearSiteData.name, to: SignIn.clearSiteData.value)
        if byPost {
            // This page alone has a form to another site. Browsers hold the redirects that follow to the same list, and a provider
            // may lead through several of its own hosts.
            page.headers[.contentSecurityPolicy] = SecurityHeaders.policy(formAction: "'self' https: \(end.endpoint.origin)")
        }
        return page
    }
}

struct SignedOutPage: Page {
    static let template = "pages/SignIn/signed-out"

    struct Field: Sendable { let name, value: String }

    let provider: String
    /// Where a link leads; nil where a form is sent.
    let address: String?
    let endpoint: String
    let fields: [Field]

    init(provider: String, _ end: OIDCProvider.EndOfSession, byPost: Bool) {
        self.provider = provider
        address = byPost ? nil : end.address
        endpoint = end.endpoint
        fields = end.fields.map { Field(name: $0.name, value: $0.value) }
    }
}

extension String {
    /// The part of an address up to its path. It is used of addresses that were checked already.
    fileprivate var origin: String {
        guard let scheme = range(of: "://") else { return self }
        return String(self[..<(self[scheme.upperBound...].firstIndex(where: { "/?#".contains($0) }) ?? endIndex)])
    }
}
