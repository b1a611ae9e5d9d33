package import Hummingbird
package import Logging

/// Serves the files of a folder, which are the same for all clients. It can run before authentication, so that pages have their
/// styles and scripts while the database is unavailable.
package struct StaticFiles<Context: RequestContext>: RouterMiddleware {
    private let path: String
    private let files: FileMiddleware<Context, LocalFileSystem>

    /// - Parameter path: the path of the folder's URL, without a slash at the end.
    package init(folder: String, path: String, logger: Logger) {
        self.path = path
        files = FileMiddleware(
            folder, urlBasePath: path, cacheControl: CacheControl([(MediaType(type: .any), [.noCache])]),
            logger: logger)
    }

    package func handle(
        _ request: Request, context: Context, next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        guard request.uri.path.hasPrefix(path + "/") else { return try await next(request, context) }
        return try await files.handle(request, context: context) { _, _ in throw HTTPError(.notFound) }
    }
}
