package import Attendance
import Postgres

/// The outcome of a decision on a correction request.
package enum DecisionOutcome: Sendable, Equatable {
    case decided(CorrectionRequest)
    /// The request is decided already: by another person, or differently.
    case tooLate(CorrectionRequest)
    /// The request's subject has changed since.
    case stale(CorrectionRequest)
    /// The log does not accept the correction.
    case impossible(IngestOutcome)
    /// The request's place was erased since, and the correction needs it.
    case incomplete(RejectionReason)
    /// The decider is the asker, or the record is the decider's own.
    case own
    case unknownRequest
}
