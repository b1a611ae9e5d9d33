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
        detail = refusal.sentence
        reason = refusal.reason
        problems =
            if case .problems(let problems) = error {
                problems.map { Problem(desk: $0.desk, sentence: $0.fault.localizedText) }
            } else {
                []
            }
        people = if case .occupied(let people) = error { people.map { Seated(desk: $0.desk, name: $0.name) } } else { [] }
    }

    var response: Response {
        .json(self, status: HTTPResponse.Status(code: status), type: "application/problem+json")
    }
}

extension FloorError {
    /// The error for the response.
    var refusal: WebError {
        switch self {
        case .unknown: WebError(.notFound, localized("floors.unknown"), reason: .unknownFloor)
        case .changedBy(let name, _):
            WebError(
                .conflict, name.map { localized("floors.changedBy", ["name": $0]) } ?? localized("floors.changedByCommand"),
                reason: .floorChanged)
        case .problems(let problems):
            WebError(
                .unprocessableContent,
                problems.count == 1 ? localized("floors.wrongOne") : localized("floors.wrong", ["count": "\(problems.count)"]),
                reason: .badFloor)
        case .occupied(let people):
            WebError(
                .conflict,
                localized(
                    "floors.occupied",
                    [
                        "people": people.map { localized("floors.sitsAt", ["name": $0.name, "desk": $0.desk]) }
                            .localizedList("import.separator")
                    ]), reason: .peopleSitThere)
        case .badName: .badRequest(localized("floors.badName"), reason: .badName)
        case .unreadable: .badRequest(localized("floors.unreadable"), reason: .badDrawing)
        }
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
