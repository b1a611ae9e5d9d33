package import Attendance
import Postgres

/// The outcome of creating a correction request.
package enum RequestOutcome: Sendable, Equatable {
    /// With what an approval would change; nil: the request was not compared with the record, or that is not known.
    case asked(CorrectionRequest, CorrectionPreview?)
    /// A request with this id exists already.
    case known(CorrectionRequest, CorrectionPreview?)
    /// The correction contradicts the record as it is now.
    case contradictory(CorrectionPreview)
    /// The log would not accept the correction now.
    case impossible(IngestOutcome)
    /// The asker already has ``RequestStore/mostOpenRequests`` open requests for this record.
    case tooManyOpen
}
