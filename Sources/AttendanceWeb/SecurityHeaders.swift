import HTTPTypes
import Hummingbird

/// What every response tells a browser not to do.
struct SecurityHeaders: RouterMiddleware {
    private static let policy =
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        + "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

    func handle(
        _ request: Request, context: WebContext, next: @concurrent (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        response.headers[.contentSecurityPolicy] = Self.policy
        response.headers[.xContentTypeOptions] = "nosniff"
        response.headers.set("Referrer-Policy", to: "same-origin")
        return response
    }
}

extension HTTPFields {
    /// Sets a field that HTTPTypes has no name for.
    mutating func set(_ name: String, to value: String) {
        if let name = HTTPField.Name(name) { self[name] = value }
    }
}
