import HTTPTypes
import Hummingbird

/// What every response tells a browser not to do, whatever it is a response to.
struct SecurityHeaders: RouterMiddleware {
    private static let everywhere: [(name: HTTPField.Name?, value: String)] = [
        (.xContentTypeOptions, "nosniff"),
        // For browsers that do not know frame-ancestors.
        (HTTPField.Name("X-Frame-Options"), "DENY"),
        // No other site may embed an answer, read it or hold on to the window it is shown in.
        (HTTPField.Name("Cross-Origin-Resource-Policy"), "same-origin"),
        (HTTPField.Name("Cross-Origin-Opener-Policy"), "same-origin"),
        (
            HTTPField.Name("Permissions-Policy"),
            "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), hid=(), magnetometer=(), "
                + "microphone=(), midi=(), payment=(), serial=(), usb=(), xr-spatial-tracking=()"
        ),
    ]
    /// Where a response says nothing else itself. What is not said to be for everybody is for one person.
    private static let unlessSet: [(name: HTTPField.Name?, value: String)] = [
        (
            .contentSecurityPolicy, policy(formAction: "'self'")
        ),
        (.cacheControl, "no-store"),
        (HTTPField.Name("Referrer-Policy"), "same-origin"),
    ]

    /// - Parameter formAction: where forms of a page may be sent.
    static func policy(formAction: String) -> String {
        "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
            + "form-action \(formAction); base-uri 'none'; frame-ancestors 'none'"
    }

    private let always: [(name: HTTPField.Name?, value: String)]

    /// - Parameter publicURL: how browsers reach the server. Who once came by https shall for a year (RFC 6797).
    init(publicURL: String) {
        let transport = (name: HTTPField.Name("Strict-Transport-Security"), value: "max-age=31536000")
        always = Self.everywhere + (publicURL.hasPrefix("https:") ? [transport] : [])
    }

    func handle(
        _ request: Request, context: WebContext, next: @concurrent (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        // A link that signs in must not be told to the page that comes next. The origin alone is: without it, browsers would
        // say "null" when the form is sent, as pages of nobody do.
        if request.uri.path.hasPrefix(Address.signInLinks) { response.headers.set("Referrer-Policy", to: "strict-origin") }
        for case (let name?, let value) in always { response.headers[name] = value }
        for case (let name?, let value) in Self.unlessSet where response.headers[name] == nil { response.headers[name] = value }
        return response
    }
}

extension HTTPFields {
    /// Sets a field that HTTPTypes has no name for.
    mutating func set(_ name: String, to value: String) {
        if let name = HTTPField.Name(name) { self[name] = value }
    }
}
