import AttendanceStore
import HTTPTypes
import Hummingbird
import Logging
import NIOCore

/// Turns errors into responses, and nothing else does: ours with their sentence, all others as a plain 500 with the detail
/// in the log. A program gets problem details (RFC 9457), a browser a page.
struct ErrorMiddleware: RouterMiddleware {
    let pages: Pages

    func handle(
        _ request: Request, context: WebContext, next: @concurrent (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch {
            return response(to: request, Self.webError(for: error, logger: context.logger))
        }
    }

    private func response(to request: Request, _ error: WebError) -> Response {
        var response: Response
        if request.wantsPage, let page = try? pages.render(ErrorPage(error), status: error.status) {
            response = page
        } else {
            response = Response.json(Problem(error), status: error.status, type: "application/problem+json")
        }
        if let seconds = error.retryAfter { response.headers[.retryAfter] = String(seconds) }
        if error == .unknownKey || error == .signInNeeded { response.headers[.wwwAuthenticate] = "Bearer" }
        response.headers[.cacheControl] = "no-store"
        return response
    }

    static func webError(for error: any Error, logger: Logger) -> WebError {
        switch error {
        case let error as WebError: return error
        case let error as StoreError:
            switch error {
            case .tooManyTapsWaiting, .shuttingDown:
                return WebError(.serviceUnavailable, error.description, reason: "busy", retryAfter: 1)
            default: break
            }
        case let error as any HTTPResponseError:
            switch error.status {
            case .notFound: return .notFound
            case .contentTooLarge: return WebError(.contentTooLarge, "This is more than the server takes at once.")
            case let status where status.kind == .clientError: return WebError(status, "The request is not understood.")
            default: break
            }
        case is CancellationError: return .shuttingDown
        default:
            if AttendanceStore.isUnavailability(error) {
                logger.warning("the database is away: \(error)")
                return .databaseAway
            }
        }
        logger.error("unexpected: \(error)")
        return WebError(.internalServerError, "Something went wrong on our side. Nothing was changed; please try again.")
    }
}

/// Problem details for HTTP APIs (RFC 9457, 3.1).
private struct Problem: Encodable {
    var type = "about:blank"
    var title: String
    var status: Int
    var detail: String
    var reason: String?

    init(_ error: WebError) {
        title = error.status.reasonPhrase
        status = error.status.code
        detail = error.sentence
        reason = error.reason
    }
}

/// The page that says what went wrong.
struct ErrorPage: Page {
    static let template = "pages/error"
    let title: String
    let sentence: String
    /// Whether the map is open to whoever reads this.
    let leadsHome: Bool

    init(_ error: WebError) {
        title =
            switch error.status {
            case .unauthorized: "Please sign in"
            case .forbidden: "Not for you"
            case .notFound: "Not found"
            case .serviceUnavailable: "One moment"
            case let status where status.kind == .serverError: "Something went wrong"
            default: "That did not work"
            }
        sentence = error.sentence
        leadsHome = error.status != .unauthorized && error.status != .serviceUnavailable
    }
}
