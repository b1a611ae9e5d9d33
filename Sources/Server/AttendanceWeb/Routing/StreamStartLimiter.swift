import AttendanceStore
import Hummingbird
import WebServer

/// Limits how many event streams start at the same time, because each start queries the database. Starts streams and makes pages in
/// a task of its own (``WebServer/inOwnTask(_:)``).
struct StreamStartLimiter<Inner: HTTPResponder>: HTTPResponder where Inner.Context == WebContext {
    let inner: Inner
    let limiter: ConcurrencyLimiter

    func respond(to request: Request, context: WebContext) async throws -> Response {
        guard request.withPlainPath.uri.path.hasSuffix(Address.streams) else {
            if !request.wantsPage { return try await inner.respond(to: request, context: context) }
            return try await inOwnTask { try await inner.respond(to: request, context: context) }
        }
        return try await limiter.run(isAway: { $0.status == .serviceUnavailable }) {
            try await inOwnTask { try await inner.respond(to: request, context: context) }
        }
    }
}
