package import Attendance
import Postgres

/// What became of a decision.
package enum DecisionOutcome: Sendable, Equatable {
    case decided(CorrectionRequest)
    /// Somebody decided otherwise before.
    case tooLate(CorrectionRequest)
    /// What it is about has changed since it was asked for.
    case stale(CorrectionRequest)
    /// The log does not take the correction.
    case impossible(IngestOutcome)
    /// The place that it named was erased since, and without it it says too little.
    case incomplete(RejectionReason)
    /// Nobody decides what they asked for, or what is asked for them.
    case own
    case unknownRequest
}
