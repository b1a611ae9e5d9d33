package import Attendance
package import PCSC

/// What the person at the reader, or the one who looks after it, should hear.
package enum AgentReport: Sendable, Equatable {
    /// The tap is on disk. `waiting` counts it and those before it that the server has not answered for.
    case taken(QueuedTap, waiting: Int)
    /// The tag on this reader was taken before and was not lifted since.
    case stillLying(reader: String)
    case notTaken(reader: String, sentence: String)
    /// What the next badge means.
    case chosen(TapKind)
    case recorded(QueuedTap, TapOutcome, waiting: Int)
    /// The server will never take this tap. It stays on disk.
    case refused(QueuedTap, TapOutcome)
    case serverAway(sentence: String, waiting: Int, retryIn: Duration)
    case serverBack
    /// The server answered for so many taps in a way that does not settle them. They wait.
    case notUnderstood(Int, retryIn: Duration)
    /// What the server said cannot be written down. The program tries again until it can.
    case queueAway(TapQueueError)
    case queueBack
    case waitingAtStart(Int)
    case readerAttached(String)
    case readerDetached(String)
    case noReader
    case serviceAway(PCSCError)
    case serviceBack
}

extension AgentReport: CustomStringConvertible {
    package var description: String {
        switch self {
        case .taken(let tap, let waiting): "taken     \(tap.what): kept, \(waiting) waiting"
        case .stillLying(let reader): "lying     The tag on \(reader) was taken before. Lift it to tap again."
        case .notTaken(_, let sentence): "not taken \(sentence)"
        case .chosen(let event): "chosen    \(event.rawValue): lay your badge on the reader."
        case .recorded(let tap, let outcome, let waiting):
            "recorded  \(tap.what): \(outcome.message.printable)" + (waiting > 0 ? " (\(waiting) waiting)" : "")
        case .refused(_, let outcome) where outcome.isEnrolment: "enrolled  \(outcome.message.printable)"
        case .refused(let tap, let outcome):
            "refused   \(tap.what): \(outcome.message.printable)" + (outcome.reason.map { " (\($0.printable))" } ?? "")
        case .serverAway(let sentence, let waiting, let pause):
            "offline   \(sentence.printable) \(waiting.tapsWait); next try in \(pause.wholeSeconds) s."
        case .serverBack: "online    The server answers again."
        case .notUnderstood(let count, let pause):
            "unsettled The server's answer for some taps is not understood. Is this desktap-reader too old? \(count.tapsWait);"
                + " next try in \(pause.wholeSeconds) s."
        case .queueAway(let error): "queue     \(error) Waiting for it."
        case .queueBack: "queue     The queue can be written again."
        case .waitingAtStart(let count): "queue     \(count.tapsWait) for the server."
        case .readerAttached(let reader): "reader    \(reader)"
        case .readerDetached(let reader): "reader    \(reader) is gone."
        case .noReader: "reader    No NFC reader is connected. Waiting for one."
        case .serviceAway(let error): "pcscd     \(error) Waiting for it."
        case .serviceBack: "pcscd     The smart card service answers again."
        }
    }
}

extension Int {
    fileprivate var tapsWait: String { "\(self) \(self == 1 ? "tap waits" : "taps wait")" }
}

extension Duration {
    fileprivate var wholeSeconds: Int { Swift.max(1, Int(self / .seconds(1))) }
}

extension QueuedTap {
    /// In few words, as `start 6F-A3 09:00:01`.
    var what: String {
        [kind.rawValue, desk?.description, String(at.dropFirst(11).prefix(8))].compactMap(\.self).joined(separator: " ")
    }
}
