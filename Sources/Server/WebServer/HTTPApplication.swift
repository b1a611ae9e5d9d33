import Glibc
package import Hummingbird
import HummingbirdCore
package import Logging
import NIOCore

/// A server for HTTP/1 with connection limits, and with TLS if there is a certificate.
/// - Parameters:
///   - port: 0 selects a free port.
///   - certificate: nil if a proxy terminates TLS.
///   - securityHeaders: for responses to requests that do not reach the responder; nil: none.
///   - isQuick: whether a request neither blocks nor computes for long. Such a request runs on its connection's event loop, all
///     others on the cooperative pool.
///   - onListening: receives the port when the server accepts connections.
package func httpApplication<Responder: HTTPResponder>(
    _ responder: Responder, host: String, port: Int, certificate: TLSCertificate?, limits: ConnectionLimits,
    trustedProxies: TrustedProxies, securityHeaders: SecurityHeaders? = nil, logger: Logger,
    isQuick: @escaping @Sendable (Request) -> Bool,
    onListening: @escaping @Sendable (Int) async -> Void
) -> some ApplicationProtocol
where Responder.Context: Sendable & InitializableFromSource<ApplicationRequestContextSource> {
    let counter = ConnectionCounter(limits, trustedProxies: trustedProxies)
    let configuration = HTTP1Channel.Configuration(
        idleTimeout: limits.idle,
        httpDecoderConfiguration: .init(
            maxHeaderFieldSize: 16 * 1024, maxHeaderListSize: 64 * 1024, maxHeaderFieldCount: 100))
    return Application(
        responder: responder,
        server: HTTPServerBuilder { responder in
            GuardedChannel(
                http: HTTP1Channel(
                    responder: { request, writer, channel in
                        if isQuick(request) { return try await responder(request, writer, channel) }
                        // A closure cannot consume what it captures, only take it out of an optional.
                        var writer = Optional(writer)
                        try await withTaskExecutorPreference(globalConcurrentExecutor) {
                            if let writer = writer.take() { try await responder(request, writer, channel) }
                        }
                    }, configuration: configuration), certificate: certificate, limits: limits,
                securityHeaders: securityHeaders, counter: counter)
        },
        configuration: ApplicationConfiguration(address: .hostname(host, port: port), serverName: nil, backlog: 4096),
        onServerRunning: { channel in await onListening(channel.localAddress?.port ?? port) },
        logger: logger.formattingMetadataLate)
}

/// Why the server cannot listen, as a sentence; nil if `error` has another cause.
/// - Parameter options: the prefix of the options that set host and port, such as `--`.
package func listeningProblem(_ error: any Error, host: String, port: Int, options: String) -> String? {
    guard let error = error as? IOError else { return nil }
    return switch error.errnoCode {
    case EADDRINUSE: "The port \(port) is in use. Please choose another one with \(options)port."
    case EACCES: "The port \(port) is reserved for the system. Please choose one above 1023 with \(options)port."
    case EADDRNOTAVAIL: "This machine has no address \(host). Please choose another one with \(options)host."
    default: nil
    }
}
