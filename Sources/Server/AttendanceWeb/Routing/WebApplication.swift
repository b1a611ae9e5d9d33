package import Hummingbird
package import Logging
import WebServer

/// The server: the router behind a listening socket.
/// - Parameters:
///   - port: 0 selects a free port.
///   - onListening: receives the port when the server accepts connections.
package func webApplication(
    _ services: WebServices, host: String, port: Int, logger: Logger,
    onListening: @escaping @Sendable (Int) async -> Void = { _ in }
) -> some ApplicationProtocol {
    let security = services.security
    return httpApplication(
        StreamStartLimiter(inner: webRouter(services).buildResponder(), limiter: services.streams.starting), host: host,
        port: port, certificate: security.certificate, limits: security.connections,
        trustedProxies: security.trustedProxies, securityHeaders: services.securityHeaders, logger: logger, isQuick: \.isOneTap,
        onListening: onListening)
}
