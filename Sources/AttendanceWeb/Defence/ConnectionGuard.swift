import NIOCore
import NIOHTTP1

/// Closes a connection that is one too many, or whose other end is too slow. Stands right behind the HTTP decoder.
final class ConnectionGuard: ChannelDuplexHandler, NIOScheduledCallbackHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private let limits: ConnectionLimits
    private let count: ConnectionCount
    private var pace: ConnectionPace
    private var client: ClientAddress?
    /// While the connection is open.
    private var context: ChannelHandlerContext?

    init(_ limits: ConnectionLimits, _ count: ConnectionCount) {
        self.limits = limits
        self.count = count
        pace = ConnectionPace(limits, openedAt: .now())
    }

    func channelActive(context: ChannelHandlerContext) {
        let client = ClientAddress(context.remoteAddress) ?? .unspecified
        guard count.opened(client) else {
            context.close(promise: nil)
            return
        }
        self.client = client
        self.context = context
        lookLater(context)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        end()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { end() }

    private func end() {
        context = nil
        if let client { count.closed(client) }
        client = nil
    }

    private func lookLater(_ context: ChannelHandlerContext) {
        let interval = TimeAmount.nanoseconds(max(1, min(limits.headers, limits.grace).nanoseconds / 4))
        // It fails only where the server is ending, and this connection with it.
        _ = try? context.eventLoop.assumeIsolated().scheduleCallback(in: interval, handler: self)
    }

    func handleScheduledCallback(eventLoop: some EventLoop) {
        guard let context else { return }
        let pending = (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
        if pace.isTooSlow(at: .now(), pending: pending) { context.close(promise: nil) } else { lookLater(context) }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head: pace.receivedHead(at: .now())
        case .body(let bytes):
            if pace.receivedBody(bytes.readableBytes) {
                context.close(promise: nil)
                return
            }
        case .end: pace.receivedEnd()
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .body(.byteBuffer(let bytes)) = unwrapOutboundIn(data) { pace.wrote(bytes.readableBytes) }
        context.write(data, promise: promise)
    }
}
