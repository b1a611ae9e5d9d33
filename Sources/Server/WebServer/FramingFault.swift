import JSON
import NIOHTTP1

/// Why a request is rejected before its body is read.
enum FramingFault: Sendable, Equatable {
    /// An HTTP/1.1 request without a Host, or any request with several (RFC 9112, 3.2).
    case badHost
    /// A header with a long run of combining marks (``Swift/StringProtocol/hasLongRunOfMarks``). Addresses are ASCII.
    case combiningMarks
    /// A Content-Length above the limit of all routes.
    case bodyTooLong(limit: Int)

    /// - Parameter longestBody: in bytes.
    init?(_ head: HTTPRequestHead, longestBody: Int) {
        let hosts = head.headers["Host"].count
        if hosts > 1 || hosts == 0 && !head.version.isBefore1_1 {
            self = .badHost
        } else if head.headers.contains(where: { $0.value.hasLongRunOfMarks }) {
            self = .combiningMarks
        } else if let length = head.headers.first(name: "Content-Length"), Int(length).map({ $0 > longestBody }) ?? true {
            self = .bodyTooLong(limit: longestBody)
        } else {
            return nil
        }
    }

    var status: HTTPResponseStatus {
        switch self {
        case .badHost, .combiningMarks: .badRequest
        case .bodyTooLong: .payloadTooLarge
        }
    }

    /// Problem details (RFC 9457, 3.1). In English: the language of the request is not known yet.
    var problem: String {
        let (title, detail, reason) =
            switch self {
            case .badHost: ("Bad Request", "The request needs exactly one Host header.", "bad_host")
            case .combiningMarks:
                ("Bad Request", "A header has more than 30 combining marks in a row.", "bad_text")
            case .bodyTooLong(let limit): ("Content Too Large", "The body is longer than \(limit) bytes.", "too_many_bytes")
            }
        return #"{"type":"about:blank","title":"\#(title)","status":\#(status.code),"detail":"\#(detail)","#
            + #""reason":"\#(reason)"}"#
    }
}

extension HTTPVersion {
    /// Whether this is HTTP/1.0 or HTTP/0.9.
    var isBefore1_1: Bool { major == 0 || major == 1 && minor == 0 }
}
