import HTTPTypes
import Hummingbird
import WebServer

/// Extends the scope of the service worker, which stores taps while a phone is offline, to the addresses of tags outside its own
/// folder (Service Workers, "Service-Worker-Allowed"). It controls no other page.
struct TapWorkerScope: RouterMiddleware {
    func handle(
        _ request: Request, context: WebContext, next: @concurrent (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        if request.uri.path == Address.tapWorker { response.headers.set("Service-Worker-Allowed", to: Address.tap) }
        return response
    }
}
