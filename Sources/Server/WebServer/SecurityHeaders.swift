import HTTPTypes
package import Hummingbird
import NIOHTTP1

/// Adds headers to every response that restrict what a browser does with it.
package struct SecurityHeaders: Sendable {
    private let always: [HTTPField]
    private let secretPathPrefix: String

    /// - Parameters:
    ///   - publicURL: how browsers reach the server. With https, browsers must use https for a year (RFC 6797).
    ///   - secretPathPrefix: paths with this prefix contain a secret. The next page receives the origin, but not the path.
    package init(publicURL: String, secretPathPrefix: String) {
        let transport = (HTTPField.Name("Strict-Transport-Security"), "max-age=31536000")
        always = fields(unconditionalHeaders + (publicURL.hasPrefix("https:") ? [transport] : []))
        self.secretPathPrefix = secretPathPrefix
    }

    package func add(to response: inout Response, for request: Request) {
        // Without the origin, browsers would send "Origin: null" with the page's form, as pages without an origin do.
        if request.uri.path.hasPrefix(secretPathPrefix) { response.headers.set("Referrer-Policy", to: "strict-origin") }
        response.headers.reserveCapacity(response.headers.count + always.count + defaultHeaders.count + 1)
        // No route sets those of `always`.
        response.headers.append(contentsOf: always)
        for field in defaultHeaders where !response.headers.contains(field.name) { response.headers.append(field) }
    }

    /// Adds them to a response whose request could not be read.
    func add(to headers: inout HTTPHeaders) {
        for field in always + defaultHeaders where !headers.contains(name: field.name.rawName) {
            headers.add(name: field.name.rawName, value: field.value)
        }
    }
}

private func fields(_ headers: [(name: HTTPField.Name?, value: String)]) -> [HTTPField] {
    headers.compactMap { name, value in name.map { HTTPField(name: $0, value: value) } }
}

private let unconditionalHeaders: [(name: HTTPField.Name?, value: String)] = [
    (.xContentTypeOptions, "nosniff"),
    // For browsers that do not know frame-ancestors.
    (HTTPField.Name("X-Frame-Options"), "DENY"),
    // No other site may embed a response, read it, or keep a reference to its window.
    (HTTPField.Name("Cross-Origin-Resource-Policy"), "same-origin"),
    (HTTPField.Name("Cross-Origin-Opener-Policy"), "same-origin"),
    (
        HTTPField.Name("Permissions-Policy"),
        "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), hid=(), magnetometer=(), "
            + "microphone=(), midi=(), payment=(), serial=(), usb=(), xr-spatial-tracking=()"
    ),
]

/// For responses that do not set these headers themselves. By default a response is private.
private let defaultHeaders = fields([
    (.contentSecurityPolicy, contentSecurityPolicy(formAction: "'self'")),
    (.cacheControl, "no-store"),
    (HTTPField.Name("Referrer-Policy"), "same-origin"),
])

/// The value of the header `Content-Security-Policy`.
/// - Parameter formAction: the origins to which forms of the page may be sent.
package func contentSecurityPolicy(formAction: String) -> String {
    "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; manifest-src 'self'; "
        + "form-action \(formAction); base-uri 'none'; frame-ancestors 'none'"
}
