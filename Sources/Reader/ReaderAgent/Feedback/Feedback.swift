import Attendance

/// The result of a tap for the person at the reader. A badge that the server does not know arrives as `rejected`; its message
/// is the server's (`TapAnswer` in AttendanceWeb, with the words `badge.…`).
package struct Feedback: Sendable, Equatable {
    package enum Outcome: String, Sendable {
        /// The tap is on disk and will be sent to the server.
        case kept
        /// The same tag or badge is still on the reader.
        case stillPresent = "lying"
        case notTaken = "not_taken"
        /// The badge was linked to a person. No tap was made.
        case enrolled
        // Outcomes of the server.
        case accepted, duplicate, quarantined, conflict, rejected

        /// True if a tap was just saved, false if it failed; nil if no sound is needed.
        var isSuccess: Bool? {
            switch self {
            case .kept: true
            case .notTaken, .conflict, .rejected: false
            case .stillPresent, .enrolled, .accepted, .duplicate, .quarantined: nil
            }
        }
    }

    package var outcome: Outcome
    package var message: String
    package var reader: String
    /// Nil if no tap was made.
    package var tap: QueuedTap?
    /// The number of taps that wait for the server; nil if unknown.
    package var waiting: Int?
}

extension AgentReport {
    /// The feedback of this event; nil if the event does not concern a tap.
    package var feedback: Feedback? {
        switch self {
        case .taken(let tap, let waiting):
            Feedback(
                outcome: .kept, message: "\(tap.summary): saved, \(waiting) waiting", reader: tap.reader, tap: tap,
                waiting: waiting)
        case .stillPresent(let reader): Feedback(outcome: .stillPresent, message: "Remove it to tap again.", reader: reader)
        case .notTaken(let reader, let sentence): Feedback(outcome: .notTaken, message: sentence, reader: reader)
        case .recorded(let tap, let outcome, let waiting): Feedback(tap, outcome, waiting: waiting)
        case .badgeEnrolled(let tap, let outcome), .refused(let tap, let outcome): Feedback(tap, outcome, waiting: nil)
        case .chosen, .serverUnavailable, .serverAvailable, .notUnderstood, .queueUnavailable, .queueAvailable, .waitingAtStart,
            .readerAttached,
            .readerDetached, .noReader, .serviceLost, .serviceRestored:
            nil
        }
    }
}

extension Feedback {
    fileprivate init(_ tap: QueuedTap, _ outcome: ServerOutcome, waiting: Int?) {
        self.init(
            outcome: outcome.isEnrolment ? .enrolled : Outcome(outcome.outcome), message: outcome.message.printable,
            reader: tap.reader, tap: tap,
            waiting: waiting)
    }
}

extension Feedback.Outcome {
    fileprivate init(_ name: ServerOutcome.Name) {
        self =
            switch name {
            case .accepted: .accepted
            case .duplicate: .duplicate
            case .quarantined: .quarantined
            case .conflict: .conflict
            case .rejected: .rejected
            }
    }
}
