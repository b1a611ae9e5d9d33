import HTTPTypes
import Hummingbird
import WebServer

/// Lets the script that keeps taps while a phone is offline look after the addresses of tags, which lie outside its own folder
/// (Service Workers, "Service-Worker-Allowed"). No other page is in its reach.
struct TapWorkerScope: RouterMiddleware {
    func handle(
        _ request: Request, context: WebContext, next: @concurrent (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        if request.uri.path == Address.tapWorker { response.headers.set("Service-Worker-Allowed", to: Address.tap) }
        return response
    }
}
