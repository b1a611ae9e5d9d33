import Attendance
import AttendanceStore
import HTTPTypes
import Hummingbird
import Localization
import WebServer

/// A refused change of a floor: problem details (RFC 9457), with each problem's desk for the editor.
struct FloorRefusal: Encodable {
    struct Problem: Encodable {
        /// The desk's index in the list that was sent; nil if the problem concerns no desk.
        let desk: Int?
        let sentence: String
    }

    struct Seated: Encodable { let desk, name: String }

    var type = "about:blank"
    let title: String
    let status: Int
    let detail: String
    let reason: Reason?
    let problems: [Problem]
    /// The people at desks that the change would remove.
    let people: [Seated]

    init(_ error: FloorError) {
        let refusal = error.refusal
        title = refusal.status.reasonPhrase
        status = refusal.status.code
        detail =
            if case .changedBy = error {
                [refusal.sentence, localized("floors.keepChanges")].localizedList("done.sentences")
            } else {
                refusal.sentence
            }
        reason = refusal.reason
        problems =
            if case .problems(let problems) = error {
                problems.map { Problem(desk: $0.desk, sentence: $0.fault.sentence) }
            } else {
                []
            }
        people = if case .occupied(let people) = error { people.map { Seated(desk: $0.desk, name: $0.name) } } else { [] }
    }

    var response: Response {
        .json(self, status: HTTPResponse.Status(code: status), type: "application/problem+json")
    }
}

extension WebContext {
    /// The id of the floor in the address.
    /// - Throws: the ``FloorError/refusal`` of ``FloorError/unknown`` if it is not a number.
    func floorID() throws -> FloorID {
        guard let id = FloorID(try parameters.require("id")) else { throw FloorError.unknown.refusal }
        return id
    }
}
