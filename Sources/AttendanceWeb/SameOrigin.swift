import HTTPTypes
import Hummingbird

/// Refuses what a page of another site would have a signed-in browser do here. Only browsers say where a request comes from;
/// other programs have no cookie that could be misused.
struct SameOrigin: RouterMiddleware {
    /// How browsers reach the server, without a slash at the end.
    let publicURL: String

    func handle(
        _ request: Request, context: WebContext, next: @concurrent (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        if request.method != .get, request.method != .head, isFromElsewhere(request) { throw WebError.crossSite }
        return try await next(request, context)
    }

    private func isFromElsewhere(_ request: Request) -> Bool {
        if let name = HTTPField.Name("Sec-Fetch-Site"), let site = request.headers[name] {
            return site != "same-origin" && site != "none"
        }
        // Over plain http to anything but this machine a browser leaves that field out, and names the origin alone.
        guard let origin = request.headers[.origin] else { return false }
        return origin != publicURL && origin != "http://" + (request.head.authority ?? "")
    }
}
