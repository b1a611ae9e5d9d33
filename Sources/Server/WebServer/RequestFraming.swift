import NIOCore
import NIOHTTP1

/// Implements rules of HTTP/1 that the HTTP library omits: rejects malformed heads, sends 100 Continue, and responds to HTTP/1.0
/// with HTTP/1.0. Its place in the pipeline is behind ``ConnectionGuard``.
final class RequestFraming: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private let longestBody: Int
    private let securityHeaders: SecurityHeaders?
    /// The versions of the requests without a complete response, in order. A client may pipeline requests.
    private var unanswered: [HTTPVersion] = []
    /// After a fault the rest of the connection is discarded.
    private var fault: FramingFault?

    /// - Parameters:
    ///   - longestBody: in bytes.
    ///   - securityHeaders: for the responses to malformed heads.
    init(longestBody: Int, securityHeaders: SecurityHeaders?) {
        self.longestBody = longestBody
        self.securityHeaders = securityHeaders
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard fault == nil else { return }
        guard case .head(let head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
        fault = FramingFault(head, longestBody: longestBody)
        if let fault {
            // Responses to earlier requests come first.
            if unanswered.isEmpty { reject(fault, context) }
            return
        }
        if unanswered.isEmpty, !head.version.isBefore1_1, head.headers.first(name: "Expect")?.lowercased() == "100-continue" {
            context.writeAndFlush(wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: .continue))), promise: nil)
        }
        unanswered.append(head.version)
        // The library closes the connection only for exactly this value.
        guard head.version.isBefore1_1 || !head.isKeepAlive else { return context.fireChannelRead(data) }
        var closing = head
        closing.headers.replaceOrAdd(name: "Connection", value: "close")
        context.fireChannelRead(wrapInboundOut(.head(closing)))
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(var head) where unanswered.isEmpty:
            // The library's response to a head that it cannot parse.
            securityHeaders?.add(to: &head.headers)
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .head(var head) where unanswered.first?.isBefore1_1 == true:
            // No chunks (RFC 9112, 6.1): a body of unknown length ends with the connection.
            head.version = .http1_0
            head.headers.replaceOrAdd(name: "Connection", value: "close")
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .head, .body: context.write(data, promise: promise)
        case .end:
            if !unanswered.isEmpty { unanswered.removeFirst() }
            context.write(data, promise: promise)
            if let fault, unanswered.isEmpty { reject(fault, context) }
        }
    }

    private func reject(_ fault: FramingFault, _ context: ChannelHandlerContext) {
        let body = ByteBuffer(string: fault.problem)
        var headers: HTTPHeaders = [
            "Content-Type": "application/problem+json", "Content-Length": "\(body.readableBytes)", "Connection": "close",
            "Cache-Control": "no-store",
        ]
        securityHeaders?.add(to: &headers)
        context.write(
            wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: fault.status, headers: headers))), promise: nil)
        context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        // Close only this direction: a full close would discard the response while the client still sends.
        context.close(mode: .output, promise: nil)
    }
}
