import HTTPTypes
package import Hummingbird

/// A cookie that scripts and other sites cannot read. With https, other hosts of the domain cannot set it.
package struct BrowserCookie: Sendable {
    /// In bytes; browsers discard longer values.
    package static let longestValue = 3800
    /// 400 days, the maximum of browsers (RFC 6265bis, 5.5).
    package static let longestLifetime = Duration.seconds(400 * 86_400)

    /// The name with its prefix. With the prefix, browsers accept the cookie only over https and, for the path `/`, only from this
    /// host (RFC 6265bis, 4.1.3).
    package let name: String
    private let attributes: String

    /// - Parameters:
    ///   - name: without the prefix.
    ///   - path: browsers send the cookie to this path and below.
    ///   - publicURL: how browsers reach the server.
    package init(_ name: String, path: String = "/", publicURL: String) {
        let isSecure = publicURL.hasPrefix("https:")
        self.name = isSecure ? (path == "/" ? "__Host-" : "__Secure-") + name : name
        // Lax, because an identity provider redirects the browser back from another site.
        attributes = "; Path=\(path); HttpOnly; SameSite=Lax" + (isSecure ? "; Secure" : "")
    }

    /// The cookie's value; nil if it is missing or empty.
    package func value(in request: Request) -> String? {
        guard request.headers.contains(.cookie), let value = request.cookies[name]?.value, !value.isEmpty else { return nil }
        return value
    }

    /// Stores a value in the browser.
    package func set(_ value: String, lifetime: Duration, on response: inout Response) {
        let field = "\(name)=\(value); Max-Age=\(lifetime.components.seconds)\(attributes)"
        response.headers.append(HTTPField(name: .setCookie, value: field))
    }

    /// Deletes the cookie in the browser.
    package func remove(from response: inout Response) { set("", lifetime: .zero, on: &response) }
}
