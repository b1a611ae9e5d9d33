import Attendance

/// What a report tells the person at the reader.
package struct Feedback: Sendable, Equatable {
    package enum Outcome: String, Sendable {
        /// On disk; the server is told next.
        case kept
        /// The same tag or badge still lies there.
        case lying
        case notTaken = "not_taken"
        /// The badge has become a person's; it was no tap.
        case enrolled
        // What the server said.
        case accepted, duplicate, quarantined, conflict, rejected

        /// Whether a tap has just succeeded or failed; nil where nothing new has happened for the ear.
        var isGood: Bool? {
            switch self {
            case .kept: true
            case .notTaken, .conflict, .rejected: false
            case .lying, .enrolled, .accepted, .duplicate, .quarantined: nil
            }
        }
    }

    package var outcome: Outcome
    package var message: String
    package var reader: String
    /// Nil where no tap was made.
    package var tap: QueuedTap?
    /// How many taps wait for the server, where that was counted.
    package var waiting: Int?
}

extension AgentReport {
    /// Nil for what is nobody's tap.
    package var feedback: Feedback? {
        switch self {
        case .taken(let tap, let waiting):
            Feedback(
                outcome: .kept, message: "\(tap.what): kept, \(waiting) waiting", reader: tap.reader, tap: tap, waiting: waiting
            )
        case .stillLying(let reader): Feedback(outcome: .lying, message: "Lift it to tap again.", reader: reader)
        case .notTaken(let reader, let sentence): Feedback(outcome: .notTaken, message: sentence, reader: reader)
        case .recorded(let tap, let outcome, let waiting): Feedback(tap, outcome, waiting: waiting)
        case .refused(let tap, let outcome): Feedback(tap, outcome, waiting: nil)
        case .chosen, .serverAway, .serverBack, .notUnderstood, .queueAway, .queueBack, .waitingAtStart, .readerAttached,
            .readerDetached, .noReader, .serviceAway, .serviceBack:
            nil
        }
    }
}

extension Feedback {
    fileprivate init(_ tap: QueuedTap, _ outcome: TapOutcome, waiting: Int?) {
        self.init(
            outcome: outcome.isEnrolment ? .enrolled : Outcome(outcome.outcome), message: outcome.message.printable,
            reader: tap.reader, tap: tap,
            waiting: waiting)
    }
}

extension Feedback.Outcome {
    fileprivate init(_ name: TapOutcome.Name) {
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
