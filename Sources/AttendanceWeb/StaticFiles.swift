import Hummingbird
import Logging

/// Serves what lies in `web/static`. It is the same for everybody, so it is served before anybody is asked who they are: pages
/// have their styles and scripts while the database is away, too, and none of them costs a look at it.
struct StaticFiles: RouterMiddleware {
    private let files: FileMiddleware<WebContext, LocalFileSystem>

    init(folder: String, logger: Logger) {
        files = FileMiddleware(
            folder, urlBasePath: Address.staticFiles, cacheControl: CacheControl([(MediaType(type: .any), [.noCache])]),
            logger: logger)
    }

    func handle(
        _ request: Request, context: WebContext, next: @concurrent (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        guard request.uri.path.hasPrefix(Address.staticFiles + "/") else { return try await next(request, context) }
        return try await files.handle(request, context: context) { _, _ in throw HTTPError(.notFound) }
    }
}
