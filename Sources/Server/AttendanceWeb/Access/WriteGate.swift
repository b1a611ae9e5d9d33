import AttendanceStore
import HTTPTypes
import Hummingbird

/// Refuses every writing request while the server must not record anything (``ServerCheck/Problem``). Readers and phones keep
/// their taps and send them again.
struct WriteGate: Sendable {
    let check: ServerCheck?

    func check(_ request: Request) throws(WebError) {
        if let problem = check?.problem, ![.get, .head, .options].contains(request.method) { throw WebError.unfit(problem) }
    }
}
