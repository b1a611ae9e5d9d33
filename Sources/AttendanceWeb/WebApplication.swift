import Glibc
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
    let defence = services.defence
    let count = ConnectionCount(defence.connections, trustedProxies: defence.trustedProxies)
    let configuration = HTTP1Channel.Configuration(
        idleTimeout: defence.connections.idle,
        httpDecoderConfiguration: .init(
            maxHeaderFieldSize: 16 * 1024, maxHeaderListSize: 64 * 1024, maxHeaderFieldCount: 100))
    return Application(
        responder: AnswerApart(inner: webRouter(services).buildResponder(), turns: services.streamTurns),
        server: HTTPServerBuilder { responder in
            GuardedChannel(
                http: HTTP1Channel(responder: responder, configuration: configuration), certificate: defence.certificate,
                limits: defence.connections, count: count)
        },
        configuration: ApplicationConfiguration(address: .hostname(host, port: port), serverName: nil, backlog: 4096),
        onServerRunning: { channel in await onListening(channel.localAddress?.port ?? port) },
        logger: logger)
}

/// Why the server could not listen, in a sentence, where that is what `error` says.
package func listeningProblem(_ error: any Error, host: String, port: Int) -> String? {
    guard let error = error as? IOError else { return nil }
    return switch error.errnoCode {
    case EADDRINUSE: "The port \(port) is in use. Please choose another one with --port."
    case EACCES: "The port \(port) is reserved for the system. Please choose one above 1023 with --port."
    case EADDRNOTAVAIL: "This machine has no address \(host). Please choose another one with --host."
    default: nil
    }
}
