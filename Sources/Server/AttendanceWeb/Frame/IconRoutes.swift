import HTTPTypes
import Hummingbird

/// Redirects from the addresses where browsers look for icons to the static files.
struct IconRoutes {
    func favicon(_ request: Request, _ context: WebContext) async throws -> Response { Self.icon("icon-192.png") }

    func appleTouchIcon(_ request: Request, _ context: WebContext) async throws -> Response { Self.icon("icon-180.png") }

    private static func icon(_ file: String) -> Response {
        Response(
            status: .permanentRedirect,
            headers: [.location: "\(Address.staticFiles)/base/\(file)", .cacheControl: "public, max-age=86400"])
    }
}
