import Attendance
import HTTPTypes
package import Hummingbird

/// Rejects requests that a page of another site makes a signed-in browser send. Only browsers declare the origin of a request.
/// Other programs have no cookie that another site could use.
package struct SameOrigin: Sendable {
    private let publicURL: String
    private let isDataPath: @Sendable (String) -> Bool

    /// - Parameters:
    ///   - publicURL: how browsers reach the server, without a slash at the end.
    ///   - isDataPath: whether a path returns data instead of a page. Other sites may link to pages only.
    package init(publicURL: String, isDataPath: @escaping @Sendable (String) -> Bool) {
        self.publicURL = publicURL
        self.isDataPath = isDataPath
    }

    /// - Throws: ``WebServerError/crossSite``.
    package func check(_ request: Request) throws(WebServerError) {
        let isRead = request.method == .get || request.method == .head
        if isRead ? isCrossSiteRead(request) : isCrossSiteWrite(request) { throw .crossSite }
    }

    private func isCrossSiteWrite(_ request: Request) -> Bool {
        // Pages cannot change this header (Fetch Metadata Request Headers, 2.3).
        if let site = request.fetchMetadata(.site) { return site != "same-origin" && site != "none" }
        // Browsers omit it over plain http, except to localhost, and send only the origin.
        guard let origin = request.headers[.origin] else { return false }
        return origin != publicURL && origin != numericOrigin(request)
    }

    /// The request's own origin if its host is an IP address or localhost, which no foreign name server can redirect. Any other
    /// host name than the public one could belong to an attacker and resolve to this server (DNS rebinding).
    private func numericOrigin(_ request: Request) -> String? {
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

    /// Another site may link to a page. It may not embed a resource, open a stream or start a download.
    private func isCrossSiteRead(_ request: Request) -> Bool {
        guard let site = request.fetchMetadata(.site), site != "same-origin", site != "none" else { return false }
        let isPage = request.fetchMetadata(.mode) == "navigate" && request.fetchMetadata(.destination) == "document"
        return !isPage || isDataPath(request.uri.path)
    }
}

/// What a browser states about a request (Fetch Metadata Request Headers, 2).
package struct FetchMetadata: Sendable {
    package static let site = FetchMetadata("Sec-Fetch-Site")
    package static let mode = FetchMetadata("Sec-Fetch-Mode")
    package static let destination = FetchMetadata("Sec-Fetch-Dest")

    fileprivate let name: HTTPField.Name?

    private init(_ name: String) { self.name = HTTPField.Name(name) }
}

extension Request {
    /// nil: the client does not state it.
    package func fetchMetadata(_ metadata: FetchMetadata) -> String? { metadata.name.flatMap { headers[$0] } }
}
