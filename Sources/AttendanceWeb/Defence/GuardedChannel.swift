import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOSSL

/// An HTTP/1 connection, inside TLS where there is a certificate, and guarded.
struct GuardedChannel: ServerChildChannel, HTTPChannelHandler {
    typealias Value = HTTP1Channel.Value

    let http: HTTP1Channel
    let certificate: TLSCertificate?
    let limits: ConnectionLimits
    let count: ConnectionCount

    var responder: HTTPChannelHandler.Responder { http.responder }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            // A connection keeps a buffer of the size with which it began to read. A request is smaller; what is larger makes it grow.
            try channel.syncOptions?.setOption(
                .recvAllocator, value: AdaptiveRecvByteBufferAllocator(minimum: 512, initial: 512, maximum: 65_536))
            // Each connection takes the certificate that is good when it opens.
            if let certificate {
                try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: certificate.context))
            }
        }.flatMap {
            http.setup(channel: channel, logger: logger)
        }.flatMapThrowing { value in
            let decoder = try channel.pipeline.syncOperations.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
            let guardian = ConnectionGuard(limits, count)
            try channel.pipeline.syncOperations.addHandler(guardian, position: .after(decoder))
            try channel.pipeline.syncOperations.addHandler(
                RequestFraming(longestBody: limits.body), position: .after(guardian))
            return value
        }
    }

    func handle(value: Value, logger: Logger) async { await http.handle(value: value, logger: logger) }
}
