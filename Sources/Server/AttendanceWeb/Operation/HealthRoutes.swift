import Attendance
import AttendanceStore
import Hummingbird
import Localization
import NIOCore
import WebServer

/// The health checks for monitoring: whether the server runs, and whether it can serve requests.
struct HealthRoutes {
    let check: ServerCheck?
    let readiness: Readiness
    let trustedProxies: TrustedProxies

    func live(_ request: Request, _ context: WebContext) async throws -> Response { plain("live\n") }

    func ready(_ request: Request, _ context: WebContext) async throws -> Response {
        if let problem = check?.problem { throw WebError.unfit(problem) }
        if let problem = await readiness.problem() {
            throw WebError(
                .serviceUnavailable, localized("ready.\(problem.rawValue)"), reason: problem.reason, retryAfter: .seconds(1))
        }
        return plain("ready\n")
    }

    /// Who the server takes the client for, so that 'desktap doctor' can check what proxies tell.
    func client(_ request: Request, _ context: WebContext) async throws -> Response {
        let address = try QueryParameters(request.uri.query)["address"].flatMap { ClientAddress($0) }
        let header = trustedProxies.use(of: request.headers, from: ClientAddress(context.channel.remoteAddress) ?? .unspecified)
        let client =
            switch context.client {
            case address: "address"
            case let client where trustedProxies.contains(client): "proxy"
            default: "other"
            }
        return Response.json(RouteOfClient(client: client, header: header))
    }

    private struct RouteOfClient: Encodable {
        let client: String
        let header: TrustedProxies.HeaderUse
    }

    private func plain(_ text: String) -> Response {
        Response(
            status: .ok, headers: [.contentType: "text/plain; charset=utf-8", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }
}
