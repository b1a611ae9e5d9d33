package import HTTPTypes
package import Hummingbird

/// Responds with 405 and `Allow` instead of 404 if the path exists with other methods (RFC 9110, 15.5.6).
///
/// Add it after all routes: it then runs only for requests that no route matches.
package struct MethodNotAllowedMiddleware<Context: RequestContext>: RouterMiddleware {
    private let routes: [(method: HTTPRequest.Method, path: [Substring])]

    /// - Parameter routes: all routes of the router. Parameters of a path have braces: `/items/{id}`.
    package init(routes: [(method: HTTPRequest.Method, path: String)]) {
        self.routes = routes.map { ($0.method, $0.path.split(separator: "/")) }
    }

    /// - Throws: ``WebServerError/methodNotAllowed(allowed:)``.
    package func handle(
        _ request: Request, context: Context, next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        let path = request.uri.path.split(separator: "/")
        var allowed = routes.filter { Self.matches(path, $0.path) }.map(\.method)
        if allowed.contains(.get) { allowed.append(.head) }
        if !allowed.isEmpty { throw WebServerError.methodNotAllowed(allowed: allowed) }
        return try await next(request, context)
    }

    private static func matches(_ path: [Substring], _ pattern: [Substring]) -> Bool {
        path.count == pattern.count && zip(path, pattern).allSatisfy { $0 == $1 || $1.hasPrefix("{") }
    }
}
