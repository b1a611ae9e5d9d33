package import Hummingbird
package import Logging

/// Serves the files of a folder, which are the same for all clients. It can run before authentication, so that pages have their
/// styles and scripts while the database is unavailable.
package struct StaticFiles<Context: RequestContext>: Sendable {
    private let prefix: String
    private let files: FileMiddleware<Context, LocalFileSystem>

    /// - Parameter path: the path of the folder's URL, without a slash at the end.
    package init(folder: String, path: String, logger: Logger) {
        prefix = path + "/"
        files = FileMiddleware(
            folder, urlBasePath: path, cacheControl: CacheControl([(MediaType(type: .any), [.noCache])]),
            logger: logger
        ).withAdditionalMediaTypes(forFileExtensions: Self.textTypes)
    }

    /// By the endings of their names. All texts are UTF-8.
    private static var textTypes: [String: MediaType] {
        let types: [String: MediaType] = ["css": .textCss, "js": .textJavascript, "svg": .imageSvg]
        return types.mapValues { $0.withParameter(name: "charset", value: "utf-8") }
    }

    /// - Returns: nil if the path is not below the folder's.
    package func response(to request: Request, _ context: Context) async throws -> Response? {
        guard request.uri.path.hasPrefix(prefix) else { return nil }
        // The middleware would lead from a folder to an address outside of the prefix, and cut a name at its NUL.
        guard let name = request.uri.path.split(separator: "/", omittingEmptySubsequences: false).last, name.contains("."),
            !name.hasPrefix("."),
            !request.uri.path.contains("%00")
        else { throw HTTPError(.notFound) }
        // It answers a range that begins after the end with a negative length. No file is so large that a client needs ranges.
        var head = request.head
        head.headerFields[.range] = nil
        var response = try await files.handle(Request(head: head, body: request.body), context: context) { _, _ in
            throw HTTPError(.notFound)
        }
        response.headers[.acceptRanges] = nil
        return response
    }
}
