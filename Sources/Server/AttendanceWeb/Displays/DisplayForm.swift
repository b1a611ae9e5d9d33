import Attendance
import AttendanceStore
import Localization
import WebServer

/// The administrator's form for a new wall display, or for another screen of one.
struct DisplayForm: Sendable {
    let name: String
    /// The code that the screen shows; nil: the display gets a link.
    let code: String?
    private let floorID: String

    /// - Parameter fields: nil for an empty form.
    init(_ fields: BodyFields? = nil) {
        name = fields?["name"] ?? ""
        floorID = fields?["floor"] ?? ""
        let typed = TypedText.trimmed(fields?["code"] ?? "")
        code = typed.isEmpty || fields?["by"] == "link" ? nil : typed
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
