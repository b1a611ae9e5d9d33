import Attendance
import AttendanceStore
import HTTPTypes

extension IngestOutcome {
    /// The status for a single tap or correction.
    var status: HTTPResponse.Status {
        switch self {
        case .accepted, .duplicate: .ok
        case .quarantined: .accepted
        case .conflict: .conflict
        case .rejected(.linkUsed), .rejected(.linkOutdated): .conflict
        case .rejected(.unknownPerson), .rejected(.unknownDesk), .rejected(.unknownTarget): .notFound
        case .rejected(.future): .unprocessableContent
        case .rejected(.notInScope): .forbidden
        case .rejected: .badRequest
        }
    }
}
