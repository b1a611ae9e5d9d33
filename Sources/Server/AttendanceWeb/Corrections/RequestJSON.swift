import Attendance
import AttendanceStore
import WebServer

/// A correction request as JSON.
struct RequestJSON: SnakeCaseEncodable {
    let id: String
    let state: String
    let user: String
    let name: String
    let askedBy: String
    let askedAt: String
    let type: String
    let target: String?
    let kind: String?
    let at: String?
    let desk: String?
    /// true: it adds a start away from a desk; nil otherwise.
    let away: Bool?
    let office: String?
    /// true if the amendment removes the desk; nil otherwise.
    let takesDeskAway: Bool?
    let reason: String
    let isStale: Bool
    /// Why an open request can no longer be approved.
    let cannotBeApproved: String?
    /// The id of the log record of an approved request.
    let recordID: String?
    let decidedBy: String?
    let decidedAt: String?
    let comment: String?

    init(_ request: CorrectionRequest) {
        id = request.id.uuidString.lowercased()
        state = request.state.rawValue
        (user, name) = (request.person.userName, request.person.displayName)
        askedBy = request.requester.userName
        askedAt = request.askedAt.rfc3339()
        reason = request.reason
        isStale = request.isStale
        cannotBeApproved = request.state == .open ? request.missingValue?.rawValue : nil
        recordID = request.state == .approved ? request.record.id.uuidString.lowercased() : nil
        decidedBy = request.decision?.by.userName
        decidedAt = request.decision?.at.rfc3339()
        comment = request.decision?.comment
        target = request.target?.uuidString.lowercased()
        var amendment = Amendment()
        switch request.record {
        case .tap(let tap), .add(let tap, _):
            type = "add"
            amendment = Amendment(at: tap.at, kind: tap.kind, desk: tap.desk.map { .named($0) }, office: tap.office)
        case .correction(let correction):
            if case .amend(let change) = correction.change {
                type = "amend"
                amendment = change
            } else {
                type = "void"
            }
        }
        kind = amendment.kind?.rawValue
        at = request.atSent ?? amendment.at?.rfc3339(precision: .milliseconds)
        office = amendment.office
        desk = amendment.desk?.id?.description
        away = request.isAway ? true : nil
        takesDeskAway = amendment.desk == .unnamed ? true : nil
    }
}

/// A person's correction requests as JSON.
struct RequestListJSON: SnakeCaseEncodable {
    /// Requests about the person's record, and requests that the person made about other records.
    let own: [RequestJSON]
    /// A page of the requests that the person can decide, oldest first.
    let toDecide: [RequestJSON]
    /// nil on the last page.
    let nextPage: Int64?
}
