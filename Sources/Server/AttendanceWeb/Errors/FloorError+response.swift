package import AttendanceStore
import HTTPTypes
import Localization

extension FloorError {
    /// What happened, in the current language.
    package var sentence: String { refusal.sentence }

    /// The response to the request.
    var refusal: WebError {
        switch self {
        case .unknown: WebError(.notFound, localized("floors.unknown"), reason: .unknownFloor)
        case .changedBy(let name):
            WebError(
                .conflict, name.map { localized("floors.changedBy", ["name": $0]) } ?? localized("floors.changedByCommand"),
                reason: .floorChanged)
        case .problems(let problems):
            WebError(.unprocessableContent, localized("floors.wrong", count: problems.count), reason: .badFloor)
        case .occupied(let people):
            WebError(
                .conflict,
                localized(
                    "floors.occupied",
                    [
                        "people": people.map { localized("floors.sitsAt", ["name": $0.name, "desk": $0.desk]) }
                            .localizedList("record.separator")
                    ]), reason: .peopleSitThere)
        case .unreadable:
            .badRequest(localized("floors.unreadable", ["most": "\(FloorDrawing.maximumDesks)"]), reason: .badDrawing)
        }
    }
}
