import AttendanceStore
import HTTPTypes
import Hummingbird

/// Refuses every writing request while the server must not record anything (``ServerCheck/Problem``). Readers and phones keep
/// their taps and send them again.
struct WriteGate: RouterMiddleware {
    let check: ServerCheck?

    func handle(
        _ request: Request, context: WebContext, next: @concurrent (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        if let problem = check?.problem, ![.get, .head, .options].contains(request.method) { throw WebError.unfit(problem) }
        return try await next(request, context)
    }
}
