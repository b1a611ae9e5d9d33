import Attendance
import NIOCore
import NIOHTTP1

/// Closes a connection above the limits, and one with a slow client. Its place in the pipeline is right behind the HTTP decoder.
final class ConnectionGuard: ChannelDuplexHandler, NIOScheduledCallbackHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private let limits: ConnectionLimits
    private let counter: ConnectionCounter
    private var detector: SlowClientDetector
    private var client: ClientAddress?
    /// Set while the connection is open.
    private var context: ChannelHandlerContext?

    init(_ limits: ConnectionLimits, _ counter: ConnectionCounter) {
        self.limits = limits
        self.counter = counter
        detector = SlowClientDetector(limits, openedAt: .now())
    }

    func channelActive(context: ChannelHandlerContext) {
        let client = ClientAddress(context.remoteAddress) ?? .unspecified
        guard counter.open(client) else {
            context.close(promise: nil)
            return
        }
        self.client = client
        self.context = context
        scheduleCheck(context)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        end()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { end() }

    private func end() {
        context = nil
        if let client { counter.close(client) }
        client = nil
    }

    private func scheduleCheck(_ context: ChannelHandlerContext) {
        let interval = TimeAmount.nanoseconds(max(1, min(limits.headers, limits.grace).nanoseconds / 4))
        // Fails only while the server shuts down, which also closes this connection.
        _ = try? context.eventLoop.assumeIsolated().scheduleCallback(in: interval, handler: self)
    }

    func handleScheduledCallback(eventLoop: some EventLoop) {
        guard let context else { return }
        let pending = (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
        if detector.isTooSlow(at: .now(), pending: pending) { context.close(promise: nil) } else { scheduleCheck(context) }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head: detector.receivedHead(at: .now())
        case .body(let bytes):
            if detector.receivedBody(bytes.readableBytes) {
                context.close(promise: nil)
                return
            }
        case .end: detector.receivedEnd()
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .body(.byteBuffer(let bytes)) = unwrapOutboundIn(data) { detector.wrote(bytes.readableBytes) }
        context.write(data, promise: promise)
    }
}
