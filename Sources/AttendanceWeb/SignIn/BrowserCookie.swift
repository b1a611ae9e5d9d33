import HTTPTypes
import Hummingbird

/// A cookie of ours: kept from scripts, from other sites, and over https from other hosts of the same domain.
struct BrowserCookie: Sendable {
    /// In bytes; browsers keep no longer ones.
    static let longestValue = 3800
    /// In seconds: 400 days, the longest that browsers keep one (RFC 6265bis, 5.5).
    static let longestLifetime: Int64 = 400 * 86_400

    /// Over https a prefix has browsers refuse a cookie of this name that did not come by https, and one for all addresses from
    /// anywhere but this very host (RFC 6265bis, 4.1.3).
    let name: String
    private let attributes: String

    /// - Parameters:
    ///   - name: without the prefix.
    ///   - path: where browsers send it: there and below.
    ///   - publicURL: how browsers reach the server.
    init(_ name: String, path: String = "/", publicURL: String) {
        let isSecure = publicURL.hasPrefix("https:")
        self.name = isSecure ? (path == "/" ? "__Host-" : "__Secure-") + name : name
        // Lax, because a provider sends the browser back from another site.
        attributes = "; Path=\(path); HttpOnly; SameSite=Lax" + (isSecure ? "; Secure" : "")
    }

    func value(in request: Request) -> String? {
        guard let value = request.cookies[name]?.value, !value.isEmpty else { return nil }
        return value
    }

    /// Has the browser keep a value.
    /// - Parameter lifetime: in seconds.
    func set(_ value: String, lifetime: Int64, on response: inout Response) {
        let field = "\(name)=\(value); Max-Age=\(lifetime)\(attributes)"
        response.headers.append(HTTPField(name: .setCookie, value: field))
    }

    /// Has the browser forget it.
    func remove(from response: inout Response) { set("", lifetime: 0, on: &response) }
}

extension WebServices {
    /// Holds the random token of a session, which the database knows by its hash.
    var sessionCookie: BrowserCookie { BrowserCookie("desktap", publicURL: publicURL) }

    /// Where a browser says that somebody signed in in it before.
    var deviceCookie: BrowserCookie { BrowserCookie(DeviceCookie.name, publicURL: publicURL) }
}
