package import Attendance
import Postgres

/// The outcome of creating a correction request.
package enum RequestOutcome: Sendable, Equatable {
    case asked(CorrectionRequest)
    /// A request with this id exists already.
    case known(CorrectionRequest)
    /// The log would not accept the correction now.
    case impossible(IngestOutcome)
    /// The asker already has ``RequestStore/mostOpenRequests`` open requests for this record.
    case tooManyOpen
}
