import AttendanceStore
import Localization
import WebServer

/// The administrator's form for a new wall display.
struct DisplayForm: Sendable {
    let name: String
    private let floorID: String

    /// - Parameter fields: nil for an empty form.
    init(_ fields: BodyFields? = nil) {
        name = fields?["name"] ?? ""
        floorID = fields?["floor"] ?? ""
    }

    /// - Throws: ``WebError`` if no existing floor is chosen.
    func floor(_ floors: [ListedFloor]) throws(WebError) -> ListedFloor {
        guard !floorID.isEmpty else { throw .badRequest(localized("display.chooseFloor"), reason: .badFloor) }
        guard let chosen = floors.first(where: { "\($0.id)" == floorID }) else {
            throw WebError(.notFound, localized("floors.unknown"), reason: .unknownFloor)
        }
        return chosen
    }

    /// - Parameter namesOffices: whether a choice names the office, because there are several.
    func choices(_ floors: [ListedFloor], namesOffices: Bool) -> [Choice] {
        floors.map { entry in
            Choice(
                value: "\(entry.id)",
                name: namesOffices
                    ? localized("display.floorOf", ["office": entry.officeName, "floor": entry.name]) : entry.name,
                isChosen: "\(entry.id)" == floorID)
        }
    }
}
