package import Hummingbird
import HummingbirdCore
package import Logging
import NIOCore

/// The server: the router behind a listening socket.
/// - Parameters:
///   - port: 0 takes any free one.
///   - onListening: called with the port once connections are accepted.
package func webApplication(
    _ services: WebServices, host: String, port: Int, logger: Logger,
    onListening: @escaping @Sendable (Int) async -> Void = { _ in }
) -> some ApplicationProtocol {
    Application(
        router: webRouter(services),
        server: .http1(
            configuration: HTTP1Channel.Configuration(
                httpDecoderConfiguration: .init(
                    maxHeaderFieldSize: 16 * 1024, maxHeaderListSize: 64 * 1024, maxHeaderFieldCount: 100))),
        configuration: ApplicationConfiguration(address: .hostname(host, port: port), serverName: nil, backlog: 4096),
        onServerRunning: { channel in await onListening(channel.localAddress?.port ?? port) },
        logger: logger)
}
