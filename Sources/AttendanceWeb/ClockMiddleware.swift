import Attendance
import Hummingbird

/// Notes when a request arrived.
struct ClockMiddleware: RouterMiddleware {
    let clock: @Sendable () -> Instant

    func handle(
        _ request: Request, context: WebContext, next: @concurrent (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        context.now = clock()
        return try await next(request, context)
    }
}
