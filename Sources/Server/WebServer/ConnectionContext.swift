package import Attendance
package import Hummingbird
package import NIOCore
import NIOSSL

/// A request context with the client's address and the connection.
package protocol ConnectionContext: RequestContext {
    /// The other end of the connection, or the address that a trusted proxy forwarded (``TrustedProxies``).
    var client: ClientAddress { get set }
    var channel: any Channel { get }
}

extension ConnectionContext {
    /// The certificate that the client showed in the TLS handshake; nil if it showed none. Headers are ignored.
    package func clientCertificate() async -> ClientCertificate? {
        // Fails without TLS.
        let shown = try? await channel.nioSSL_peerCertificate().get()
        return shown.flatMap { $0 }.flatMap(ClientCertificate.init)
    }

    /// Runs a long operation and cancels it when the client closes the connection. It reads nothing from the connection: further
    /// bytes belong to the next request.
    package func whileConnected<Value: Sendable>(
        _ operation: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let (open, close) = AsyncStream<Never>.makeStream()
        channel.closeFuture.whenComplete { _ in close.finish() }
        return try await withThrowingTaskGroup(of: Value.self) { group in
            group.addTask { try await operation() }
            group.addTask {
                for await _: Never in open {}
                throw CancellationError()
            }
            defer { group.cancelAll() }
            // The group has two tasks, so there is a first result.
            guard let value = try await group.next() else { throw CancellationError() }
            return value
        }
    }
}

extension RequestContext {
    /// A parameter of the path, percent-decoded.
    package func pathParameter(_ name: String) throws -> String {
        let text = try parameters.require(name)
        return text[...].percentDecoded ?? text
    }
}
