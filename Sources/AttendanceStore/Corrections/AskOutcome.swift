package import Attendance
import Postgres

/// What became of something that somebody asked for.
package enum AskOutcome: Sendable, Equatable {
    case asked(CorrectionRequest)
    /// It was asked for before, under the same number.
    case known(CorrectionRequest)
    /// It could not be carried out as things are.
    case impossible(IngestOutcome)
    /// The asker has ``RequestStore/mostOpenRequests`` open requests in that record.
    case tooManyOpen
}
