package import HTTPTypes
package import Hummingbird

/// Responds with 405 and `Allow` instead of 404 if the path exists with other methods (RFC 9110, 15.5.6).
///
/// Add it after all routes: it then runs only for requests that no route matches.
package struct MethodNotAllowedMiddleware<Context: RequestContext>: RouterMiddleware {
    /// The addresses as a tree of their segments.
    private struct Node {
        var methods: [HTTPRequest.Method] = []
        /// By segment; the empty one stands for a parameter.
        var children: [Substring: Node] = [:]

        mutating func add(_ method: HTTPRequest.Method, at path: ArraySlice<Substring>) {
            guard let first = path.first else { return methods.append(method) }
            children[first.hasPrefix("{") ? "" : first, default: Node()].add(method, at: path.dropFirst())
        }

        func methods(at path: ArraySlice<Substring>) -> [HTTPRequest.Method] {
            guard let first = path.first else { return methods }
            return [first, ""].flatMap { children[$0]?.methods(at: path.dropFirst()) ?? [] }
        }
    }

    private var routes = Node()

    /// - Parameter routes: all routes of the router. Parameters of a path have braces: `/items/{id}`.
    package init(routes: [(method: HTTPRequest.Method, path: String)]) {
        for (method, path) in routes { self.routes.add(method, at: path.split(separator: "/")[...]) }
    }

    /// - Throws: ``WebServerError/methodNotAllowed(allowed:)``.
    package func handle(
        _ request: Request, context: Context, next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        var allowed = routes.methods(at: request.uri.path.split(separator: "/")[...])
        if allowed.contains(.get) { allowed.append(.head) }
        if !allowed.isEmpty { throw WebServerError.methodNotAllowed(allowed: allowed) }
        return try await next(request, context)
    }
}
