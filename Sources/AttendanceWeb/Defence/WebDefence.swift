import HTTPTypes
import Hummingbird
import Localization

/// What the administrator decides about the server's defences.
package struct WebDefence: Sendable {
    package var trustedProxies = TrustedProxies()
    package var connections = ConnectionLimits()
    package var appLinks = AppLinks()
    /// Nil where TLS ends in a proxy.
    package var certificate: TLSCertificate?
    let rateLimits = RateLimits()

    package init() {}
}

/// What comes before all else: finds out where a request comes from, and sends off those whose address or body means nothing to any
/// route.
struct Entrance: RouterMiddleware {
    /// Bytes of a path. How long what is behind the question mark may be, ``QueryParameters`` says.
    static let maximumPath = 8 * 1024

    let trustedProxies: TrustedProxies

    func handle(
        _ request: Request, context: WebContext, next: @concurrent (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        context.client = trustedProxies.client(of: request.headers, from: context.client)
        guard request.uri.path.utf8.count <= Self.maximumPath else {
            throw WebError(.uriTooLong, localized("error.addressTooLong"), reason: "too_long")
        }
        if let encoding = request.headers[.contentEncoding], encoding.lowercased() != "identity" {
            throw WebError(.unsupportedMediaType, localized("error.compressedBody"), reason: "compressed_body")
        }
        return try await next(request, context)
    }
}
