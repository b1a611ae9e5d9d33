import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOSSL

/// An HTTP/1 connection with ``ConnectionGuard`` and ``RequestFraming``, and with TLS if the server has a certificate.
struct GuardedChannel: ServerChildChannel, HTTPChannelHandler {
    typealias Value = HTTP1Channel.Value

    let http: HTTP1Channel
    let certificate: TLSCertificate?
    let limits: ConnectionLimits
    let securityHeaders: SecurityHeaders?
    let counter: ConnectionCounter

    var responder: HTTPChannelHandler.Responder { http.responder }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            // A connection keeps a receive buffer of its initial size. Most requests are smaller; larger ones make it grow.
            try channel.syncOptions?.setOption(
                .recvAllocator, value: AdaptiveRecvByteBufferAllocator(minimum: 512, initial: 512, maximum: 65_536))
            // Each connection uses the certificate that is current when it opens.
            if let certificate {
                try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: certificate.context))
            }
        }.flatMap {
            http.setup(channel: channel, logger: logger)
        }.flatMapThrowing { value in
            let decoder = try channel.pipeline.syncOperations.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
            let connectionGuard = ConnectionGuard(limits, counter)
            try channel.pipeline.syncOperations.addHandler(connectionGuard, position: .after(decoder))
            try channel.pipeline.syncOperations.addHandler(
                RequestFraming(longestBody: limits.body, securityHeaders: securityHeaders), position: .after(connectionGuard))
            return value
        }
    }

    func handle(value: Value, logger: Logger) async {
        await withTaskExecutorPreference(EventLoopTaskExecutor(value.channel.eventLoop)) {
            await http.handle(value: value, logger: logger)
        }
    }
}
