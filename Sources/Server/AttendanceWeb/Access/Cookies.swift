import Hummingbird
import WebServer

/// The cookies of the server.
struct Cookies: Sendable {
    let publicURL: String

    /// Contains the random token of a session. The database has its hash.
    var session: BrowserCookie { cookie("desktap") }
    /// Marks a browser in which a person signed in before (``DeviceCookie``).
    var device: BrowserCookie { cookie("desktap-device") }
    /// Contains the key of a wall display. Each page renews the cookie.
    var display: BrowserCookie { cookie("desktap-display") }
    /// Contains the secret of a screen that shows a code to become a wall display. For all paths: with its own path, another host
    /// of the domain could set a secret that it knows.
    var screen: BrowserCookie { cookie("desktap-screen") }
    /// Contains the ``StatusNotice`` for the next page.
    var status: BrowserCookie { cookie("desktap-done") }
    /// Contains the chosen language.
    var language: BrowserCookie { cookie("desktap-language") }
    /// Contains the page that a browser wanted before it was sent to the sign-in page, for ten minutes. A personal link leads
    /// there too, and so does an identity provider that signed the person out before.
    var goal: BrowserCookie { cookie("desktap-goal", path: Address.signIn) }
    /// Contains the person and the time of the newest notice that they confirmed on the own page (``SeenNotices``).
    var notices: BrowserCookie { cookie("desktap-notices", path: Address.me) }
    /// Contains the sealed authorization request with this id until the provider redirects the browser back.
    func authorizationRequest(_ id: String) -> BrowserCookie { cookie("desktap-oidc-" + id) }
    /// Contains the ID token, which ends the session at the provider too. It grants no access, and the browser sends it to the
    /// sign-out address only.
    var idToken: BrowserCookie { cookie("desktap-provider", path: Address.signOut) }

    private func cookie(_ name: String, path: String = "/") -> BrowserCookie {
        BrowserCookie(name, path: path, publicURL: publicURL)
    }

    func rememberGoal(_ goal: ReturnAddress, on response: inout Response) {
        self.goal.set(Address.percentEncoded(goal.text), lifetime: .seconds(600), on: &response)
    }
}
