import NIOCore
import NIOHTTP1

/// Why the head of a request is refused before its body is read.
enum FramingFault: Sendable, Equatable {
    /// An HTTP/1.1 request without a Host, or any request with several (RFC 9112, 3.2).
    case badHost
    /// A Content-Length above what any route takes.
    case bodyTooLong(limit: Int)

    /// - Parameter longestBody: in bytes.
    init?(_ head: HTTPRequestHead, longestBody: Int) {
        let hosts = head.headers["Host"].count
        if hosts > 1 || hosts == 0 && !head.version.isBefore1_1 {
            self = .badHost
        } else if let length = head.headers.first(name: "Content-Length"), Int(length).map({ $0 > longestBody }) ?? true {
            self = .bodyTooLong(limit: longestBody)
        } else {
            return nil
        }
    }

    var status: HTTPResponseStatus {
        switch self {
        case .badHost: .badRequest
        case .bodyTooLong: .payloadTooLarge
        }
    }

    /// Problem details (RFC 9457, 3.1). English: the language of a request is not known yet.
    var problem: String {
        let (title, detail, reason) =
            switch self {
            case .badHost: ("Bad Request", "The request needs exactly one Host header.", "bad_host")
            case .bodyTooLong(let limit): ("Content Too Large", "The body is longer than \(limit) bytes.", "too_many_bytes")
            }
        return #"{"type":"about:blank","title":"\#(title)","status":\#(status.code),"detail":"\#(detail)","#
            + #""reason":"\#(reason)"}"#
    }
}

/// Applies the rules of HTTP/1 that the HTTP library leaves out: refuses bad heads, sends 100 Continue, and answers HTTP/1.0 as
/// HTTP/1.0. Stands behind ``ConnectionGuard``.
final class RequestFraming: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private let longestBody: Int
    /// The versions of the requests without a complete answer, in their order: a client may send several at once.
    private var unanswered: [HTTPVersion] = []
    /// After a fault nothing more of the connection is read.
    private var fault: FramingFault?

    /// - Parameter longestBody: in bytes.
    init(longestBody: Int) { self.longestBody = longestBody }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard fault == nil else { return }
        guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
        fault = FramingFault(head, longestBody: longestBody)
        if let fault {
            // Answers to earlier requests come first.
            if unanswered.isEmpty { refuse(fault, context) }
            return
        }
        if unanswered.isEmpty, !head.version.isBefore1_1, head.headers.first(name: "Expect")?.lowercased() == "100-continue" {
            context.writeAndFlush(wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: .continue))), promise: nil)
        }
        unanswered.append(head.version)
        // The library ends a connection for exactly this word.
        if head.version.isBefore1_1 || !head.isKeepAlive { head.headers.replaceOrAdd(name: "Connection", value: "close") }
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(var head):
            if unanswered.first?.isBefore1_1 == true {
                // No chunks (RFC 9112, 6.1): the end of the connection ends a body of unknown length.
                head.version = .http1_0
                head.headers.replaceOrAdd(name: "Connection", value: "close")
            }
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .body: context.write(data, promise: promise)
        case .end:
            if !unanswered.isEmpty { unanswered.removeFirst() }
            context.write(data, promise: promise)
            if let fault, unanswered.isEmpty { refuse(fault, context) }
        }
    }

    private func refuse(_ fault: FramingFault, _ context: ChannelHandlerContext) {
        let body = ByteBuffer(string: fault.problem)
        let headers: HTTPHeaders = [
            "Content-Type": "application/problem+json", "Content-Length": "\(body.readableBytes)", "Connection": "close",
            "Cache-Control": "no-store",
        ]
        context.write(
            wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: fault.status, headers: headers))), promise: nil)
        context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        // Only this direction: a full close would discard the answer while the client still sends.
        context.close(mode: .output, promise: nil)
    }
}

extension HTTPVersion {
    fileprivate var isBefore1_1: Bool { major == 0 || major == 1 && minor == 0 }
}
