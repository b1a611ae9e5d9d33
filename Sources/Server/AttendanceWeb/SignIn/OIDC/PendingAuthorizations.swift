import Hummingbird
import OpenIDConnect
import WebServer

/// The sign-ins that a browser started at the provider: a cookie for each, so that tabs do not replace each other's.
struct PendingAuthorizations {
    let cookies: Cookies

    /// Browsers send all cookies with each request, and proxies limit the length of the header.
    static let maximumCount = 5
    /// In bytes, without the newest.
    private static let maximumLength = BrowserCookie.longestValue

    /// Stores a request in the browser. Over the limits, the oldest ones are removed.
    func add(_ sealed: String, id: String, _ request: Request, to response: inout Response) {
        cookies.authorizationRequest(id).set(sealed, lifetime: AuthorizationRequest.lifetime, on: &response)
        var (count, length) = (1, 0)
        for (id, value) in stored(in: request).reversed() {
            count += 1
            length += value.utf8.count
            guard count > Self.maximumCount || length > Self.maximumLength else { continue }
            cookies.authorizationRequest(id).remove(from: &response)
        }
    }

    /// The sealed request; nil: this browser has none with this id.
    func sealedRequest(_ id: String?, in request: Request) -> String? {
        id.flatMap { cookies.authorizationRequest($0).value(in: request) }
    }

    func remove(_ id: String?, in request: Request, from response: inout Response) {
        guard let id, sealedRequest(id, in: request) != nil else { return }
        cookies.authorizationRequest(id).remove(from: &response)
    }

    /// Oldest first: the order in which browsers send cookies of one path (RFC 6265, 5.4).
    private func stored(in request: Request) -> [(id: String, value: Substring)] {
        let prefix = cookies.authorizationRequest("").name
        return request.headers[values: .cookie].flatMap { field in
            field.split(separator: ";").compactMap { pair in
                let parts = pair.drop(while: \.isWhitespace).split(separator: "=", maxSplits: 1)
                guard parts.count == 2, parts[0].hasPrefix(prefix) else { return nil }
                return (String(parts[0].dropFirst(prefix.count)), parts[1])
            }
        }
    }
}
