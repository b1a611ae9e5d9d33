import Daemon
import HTTPTypes
package import Hummingbird
package import Logging
import NIOCore
import WebServer

/// Answers `GET /metrics` on an address of its own, which only monitoring needs to reach.
/// - Parameters:
///   - port: 0 selects a free port.
///   - onListening: receives the port when the server accepts connections.
package func metricsApplication(
    _ metrics: ServerMetrics, host: String, port: Int, logger: Logger,
    onListening: @escaping @Sendable (Int) async -> Void = { _ in }
) -> some ApplicationProtocol {
    let router = Router(context: BasicRequestContext.self, options: .autoGenerateHeadEndpoints)
    router.get(RouterPath(Address.metrics)) { _, _ in
        Response(
            status: .ok, headers: [.contentType: MetricsText.mediaType, .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: await metrics.text())))
    }
    var limits = ConnectionLimits()
    limits.connections = 100
    return httpApplication(
        router.buildResponder(), host: host, port: port, certificate: nil, limits: limits, trustedProxies: TrustedProxies(),
        logger: logger, isQuick: { _ in false }, onListening: onListening)
}
