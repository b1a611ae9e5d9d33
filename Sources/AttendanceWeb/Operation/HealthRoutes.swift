import AttendanceStore
import HTTPTypes
import Hummingbird
import Localization
import NIOCore

/// The health checks for monitoring: whether the server runs, and whether it can serve requests.
struct HealthRoutes {
    let check: ServerCheck?
    let readiness: Readiness

    func live(_ request: Request, _ context: WebContext) async throws -> Response { plain("live\n") }

    func ready(_ request: Request, _ context: WebContext) async throws -> Response {
        if let problem = check?.problem { throw WebError.unfit(problem) }
        if let problem = await readiness.problem() {
            throw WebError(
                .serviceUnavailable, localized("ready.\(problem.rawValue)"), reason: problem.reason, retryAfter: .seconds(1))
        }
        return plain("ready\n")
    }

    private func plain(_ text: String) -> Response {
        Response(
            status: .ok, headers: [.contentType: "text/plain; charset=utf-8", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }
}
