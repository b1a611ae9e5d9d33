import HTTPTypes
package import Hummingbird

/// Rejects requests whose path is too long or whose body is compressed.
package struct RequestHeadMiddleware<Context: RequestContext>: RouterMiddleware {
    /// In bytes. ``QueryParameters`` limits the query.
    package static var maximumPathLength: Int { 8 * 1024 }

    package init() {}

    /// - Throws: ``WebServerError/pathTooLong``, ``WebServerError/compressedBody``.
    package func handle(
        _ request: Request, context: Context, next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        guard request.uri.path.utf8.count <= Self.maximumPathLength else { throw WebServerError.pathTooLong }
        if let encoding = request.headers[.contentEncoding], encoding.lowercased() != "identity" {
            throw WebServerError.compressedBody
        }
        return try await next(request, context)
    }
}
