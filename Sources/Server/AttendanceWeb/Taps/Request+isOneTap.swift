import HTTPTypes
import Hummingbird

extension Request {
    /// Whether the request is a single tap, or a list so short that it does not keep a thread busy.
    var isOneTap: Bool {
        guard method == .post else { return false }
        return switch uri.path {
        case Address.tap: true
        case Address.taps: headers[.contentLength].flatMap(Int.init).map { $0 <= 4096 } ?? false
        default: false
        }
    }
}
