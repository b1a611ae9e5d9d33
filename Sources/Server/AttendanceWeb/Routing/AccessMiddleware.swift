import AttendanceStore
import Hummingbird
import WebServer

/// Decides whether a request may reach its route, and authenticates its sender. Static files need no sender, so pages have their
/// styles and scripts while the database is unavailable.
struct AccessMiddleware: RouterMiddleware {
    let sameOrigin: SameOrigin
    let staticFiles: StaticFiles<WebContext>
    let writeGate: WriteGate
    let authentication: Authentication
    let limits: RequestLimits
    let turns = PersonTurns()
    let authorization: Authorization

    func handle(
        _ request: Request, context: WebContext, next: @concurrent (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        try sameOrigin.check(request)
        if var file = try await staticFiles.response(to: request, context) {
            TapWorkerScope.extend(&file, request)
            return file
        }
        try writeGate.check(request)
        var context = context
        context.identity = try await authentication.identity(of: request, context)
        try limits.check(request, context)
        var response: Response
        do {
            response = try await turns.run(request, of: context.identity.person?.id) { [context] in
                guard let notice = StatusNotice.current, notice.owner != nil, let viewer = context.session?.person else {
                    return try await next(request, context)
                }
                let named = try await notice.named(for: viewer, authorization)
                return try await StatusNotice.$current.withValue(named) { try await next(request, context) }
            }
        } catch {
            guard let person = context.session?.person else { throw error }
            throw FailedRequest(error: error, person: person)
        }
        await authentication.renewSession(request, &response, context)
        return response
    }
}
