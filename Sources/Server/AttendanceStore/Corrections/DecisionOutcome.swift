package import Attendance
import Postgres

/// The outcome of a decision on a correction request.
package enum DecisionOutcome: Sendable, Equatable {
    /// With what an approval changed; nil: it was decided before, refused or withdrawn, or that is not known.
    case decided(CorrectionRequest, CorrectionPreview?)
    /// The request is decided already: by another person, or differently.
    case tooLate(CorrectionRequest)
    /// The request's subject has changed since.
    case stale(CorrectionRequest)
    /// The correction contradicts the record as it is now.
    case contradictory(CorrectionPreview)
    /// The log does not accept the correction.
    case impossible(IngestOutcome)
    /// The request's place was erased since, and the correction needs it.
    case incomplete(RejectionReason)
    /// The decider is the asker, or the record is the decider's own.
    case own
    case unknownRequest

    /// What the correction changes, or would change; nil: that is not shown.
    var change: CorrectionPreview? {
        switch self {
        case .decided(_, let change): change
        case .contradictory(let change): change
        default: nil
        }
    }
}
