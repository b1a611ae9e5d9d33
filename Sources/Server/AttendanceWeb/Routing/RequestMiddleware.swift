import Attendance
import Hummingbird
import Localization
import WebServer

/// What every request and response goes through. One middleware for all of it, because each one copies the request and costs as
/// much time as reading a small request does.
struct RequestMiddleware: RouterMiddleware {
    let clock: @Sendable () -> Instant
    let language: RequestLanguage
    let statusMessages: StatusMessages
    let trustedProxies: TrustedProxies
    let errors: ErrorResponses
    let securityHeaders: SecurityHeaders
    let metrics: RequestMetrics
    let securityEvents: SecurityEvents

    func handle(
        _ request: Request, context: WebContext, next: @concurrent (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        let start = ContinuousClock.now
        let request = request.withPlainPath
        var context = context
        context.now = clock()
        context.client = trustedProxies.client(of: request.headers, from: context.client)
        let notice = statusMessages.notice(for: request)
        var response = try await Catalogue.$current.withValue(language.catalogue(for: request)) { [context] in
            guard let notice else { return await self.response(to: request, context, next) }
            return await StatusNotice.$current.withValue(notice) { await self.response(to: request, context, next) }
        }.compressed(for: request)
        statusMessages.finish(&response, shown: notice)
        securityHeaders.add(to: &response, for: request)
        metrics.record(request, response, context, since: start)
        securityEvents.record(request, response)
        return response
    }

    private func response(
        to request: Request, _ context: WebContext,
        _ next: @concurrent (Request, WebContext) async throws -> Response
    ) async -> Response {
        do {
            try request.checkHead()
            return try await next(request, context)
        } catch {
            securityEvents.record(error)
            return await errors.response(to: request, error, logger: context.logger)
        }
    }
}
