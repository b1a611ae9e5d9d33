import HTTPTypes
import Hummingbird

/// Refuses what a page of another site would have a signed-in browser do here, or show it. Only browsers say where a request
/// comes from; other programs have no cookie that could be misused.
struct SameOrigin: RouterMiddleware {
    /// How browsers reach the server, without a slash at the end.
    let publicURL: String

    func handle(
        _ request: Request, context: WebContext, next: @concurrent (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        let isRead = request.method == .get || request.method == .head
        if isRead ? readsFromElsewhere(request) : writesFromElsewhere(request) { throw WebError.crossSite }
        return try await next(request, context)
    }

    private func writesFromElsewhere(_ request: Request) -> Bool {
        // No page can change what this field says (Fetch Metadata Request Headers, 2.3).
        if let site = request.headers["Sec-Fetch-Site"] { return site != "same-origin" && site != "none" }
        // Over plain http to anything but this machine a browser leaves it out, and names the origin alone.
        guard let origin = request.headers[.origin] else { return false }
        return origin != publicURL && origin != addressedOrigin(request)
    }

    /// A server that is tried out is reached by an address or as localhost, which no foreign name server can point elsewhere. Any
    /// other name than the public one could be a stranger's that leads here (DNS rebinding).
    private func addressedOrigin(_ request: Request) -> String? {
        guard let authority = request.head.authority else { return nil }
        let host: Substring
        if authority.hasPrefix("[") {
            host = authority.dropFirst().prefix { $0 != "]" }
            let rest = authority.dropFirst(host.count + 2)
            guard rest.isEmpty || rest.hasPrefix(":") else { return nil }
        } else {
            host = authority.prefix { $0 != ":" }
        }
        return host == "localhost" || ClientAddress(host) != nil ? "http://" + authority : nil
    }

    /// From another site one may follow a link to a page. What is not a page of its own is for our pages and for programs: an
    /// export that a foreign page starts, a stream or an image that it embeds.
    private func readsFromElsewhere(_ request: Request) -> Bool {
        guard let site = request.headers["Sec-Fetch-Site"], site != "same-origin", site != "none" else { return false }
        let isPage = request.headers["Sec-Fetch-Mode"] == "navigate" && request.headers["Sec-Fetch-Dest"] == "document"
        return !isPage || Address.isData(request.uri.path)
    }
}

extension HTTPFields {
    fileprivate subscript(_ name: String) -> String? { HTTPField.Name(name).flatMap { self[$0] } }
}
