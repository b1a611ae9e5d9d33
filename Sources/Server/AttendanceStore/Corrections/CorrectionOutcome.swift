package import Attendance

/// The outcome of a correction that is compared with the record before.
package enum CorrectionOutcome: Sendable, Equatable {
    /// The log's outcome, and what the correction changes, also if it was recorded before.
    case evaluated(IngestOutcome, CorrectionPreview?)
    case contradictory(CorrectionPreview)
}
