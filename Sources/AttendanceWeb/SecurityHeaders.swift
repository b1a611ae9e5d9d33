import HTTPTypes
import Hummingbird

/// What every response tells a browser not to do, and what a page of another site may not do here.
struct SecurityHeaders: RouterMiddleware {
    private static let policy =
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        + "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    private static let fetchSite = HTTPField.Name("Sec-Fetch-Site")
    private static let referrerPolicy = HTTPField.Name("Referrer-Policy")

    func handle(
        _ request: Request, context: WebContext, next: @concurrent (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        // A browser says where a request comes from; other programs have no cookie that could be misused.
        if request.method != .get, request.method != .head, let name = Self.fetchSite, let site = request.headers[name],
            site != "same-origin", site != "none"
        {
            throw WebError.crossSite
        }
        var response = try await next(request, context)
        response.headers[.contentSecurityPolicy] = Self.policy
        response.headers[.xContentTypeOptions] = "nosniff"
        if let name = Self.referrerPolicy { response.headers[name] = "same-origin" }
        return response
    }
}
