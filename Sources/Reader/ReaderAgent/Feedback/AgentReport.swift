package import Attendance
package import PCSC

/// An event for the person at the reader or for the administrator: a line of the output of `desktap-reader run`.
package enum AgentReport: Sendable, Equatable {
    /// The tap is on disk. `waiting` is the number of taps without a response of the server, including this one.
    case taken(QueuedTap, waiting: Int)
    /// The tag on this reader made a tap before and has not been removed since.
    case stillPresent(reader: String)
    case notTaken(reader: String, sentence: String)
    /// The event of the next badge was chosen.
    case chosen(TapKind)
    case recorded(QueuedTap, ServerOutcome, waiting: Int)
    /// The server linked the badge to a person. The tap itself is not recorded.
    case badgeEnrolled(QueuedTap, ServerOutcome)
    /// The server refused the tap permanently. It stays on disk.
    case refused(QueuedTap, ServerOutcome)
    case serverUnavailable(sentence: String, waiting: Int, retryIn: Duration)
    case serverAvailable
    /// The server's response for this number of taps is not understood. They keep waiting.
    case notUnderstood(Int, retryIn: Duration)
    /// The queue cannot be written. The program retries until it can.
    case queueUnavailable(TapQueueError)
    case queueAvailable
    case waitingAtStart(Int)
    case readerAttached(String)
    case readerDetached(String)
    case noReader
    case serviceLost(PCSCError)
    case serviceRestored
}

extension AgentReport {
    /// The report of a settled tap.
    init(_ tap: QueuedTap, _ outcome: ServerOutcome, waiting: Int) {
        self =
            if outcome.outcome.isRecorded {
                .recorded(tap, outcome, waiting: waiting)
            } else {
                outcome.isEnrolment ? .badgeEnrolled(tap, outcome) : .refused(tap, outcome)
            }
    }
}

extension AgentReport: CustomStringConvertible {
    package var description: String {
        switch self {
        case .taken(let tap, let waiting): "taken     \(tap.summary): saved, \(waiting) waiting"
        case .stillPresent(let reader): "present   The tag on \(reader) has already made a tap. Remove it to tap again."
        case .notTaken(_, let sentence): "not taken \(sentence)"
        case .chosen(let event): "chosen    \(event.rawValue): place your badge on the reader."
        case .recorded(let tap, let outcome, let waiting):
            "recorded  \(tap.summary): \(outcome.message.printable)" + (waiting > 0 ? " (\(waiting) waiting)" : "")
        case .badgeEnrolled(_, let outcome): "enrolled  \(outcome.message.printable)"
        case .refused(let tap, let outcome):
            "refused   \(tap.summary): \(outcome.message.printable)" + (outcome.reason.map { " (\($0.printable))" } ?? "")
        case .serverUnavailable(let sentence, let waiting, let pause):
            "offline   \(sentence.printable) Waiting taps: \(waiting). Next attempt in \(pause.wholeSeconds) s."
        case .serverAvailable: "online    The server responds again."
        case .notUnderstood(let count, let pause):
            "unsettled The server's response for some taps is not understood. Check whether desktap-reader needs an update."
                + " Waiting taps: \(count). Next attempt in \(pause.wholeSeconds) s."
        case .queueUnavailable(let error): "queue     \(error) Retrying."
        case .queueAvailable: "queue     The queue can be written again."
        case .waitingAtStart(let count): "queue     Waiting taps: \(count)."
        case .readerAttached(let reader): "reader    \(reader)"
        case .readerDetached(let reader): "reader    \(reader) was disconnected."
        case .noReader: "reader    No NFC reader is connected. Waiting for one."
        case .serviceLost(let error): "pcscd     \(error) Retrying."
        case .serviceRestored: "pcscd     The smart card service is available again."
        }
    }
}

extension AgentReport {
    /// The line for a log, which names no person, desk or tag.
    package var logText: String {
        switch self {
        case .taken(_, let waiting): "taken     a tap: saved, \(waiting) waiting"
        case .recorded(_, _, let waiting): "recorded  a tap" + (waiting > 0 ? " (\(waiting) waiting)" : "")
        case .badgeEnrolled: "enrolled  a badge"
        case .refused(_, let outcome): "refused   a tap" + (outcome.reason.map { " (\($0.printable))" } ?? "")
        case .notTaken(let reader, _):
            "not taken the tag on \(reader): stop the service and run 'desktap-reader run --config FILE' in a terminal to see why"
        case .stillPresent, .chosen, .serverUnavailable, .serverAvailable, .notUnderstood, .queueUnavailable, .queueAvailable,
            .waitingAtStart, .readerAttached, .readerDetached, .noReader, .serviceLost, .serviceRestored:
            description
        }
    }
}

extension Duration {
    fileprivate var wholeSeconds: Int { Swift.max(1, Int(self / .seconds(1))) }
}

extension QueuedTap {
    /// Event, desk and local time, such as `start 6F-A3 09:00:01`.
    var summary: String {
        [kind.rawValue, desk?.description, String(at.dropFirst(11).prefix(8))].compactMap(\.self).joined(separator: " ")
    }
}
