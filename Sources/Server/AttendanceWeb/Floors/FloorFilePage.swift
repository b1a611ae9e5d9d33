import AttendanceStore
import Localization

/// The page that exports and imports a floor as a file, to edit it with a spreadsheet or without JavaScript.
struct FloorFilePage: Page {
    static let template = "pages/Floors/floor-file"

    enum Outcome: Sendable {
        case none
        case checked(DrawingChange)
        case kept(DrawingChange)
        case published
        /// People sit at desks that the change would remove.
        case occupied(String, desks: [String])
        case refused(String)
        /// The errors by line. A JSON file has no line numbers.
        case wrong([(line: Int?, sentence: String)])
    }

    struct Problem: Sendable { let sentence: String }

    let navigation: Navigation
    let name, office: String
    let listAddress = Address.adminFloors
    let address, editorAddress, csvAddress, jsonAddress: String
    let fileAddress = Address.adminImportFile
    let columns = FloorDrawing.columns.joined(separator: ", ")
    let optionalColumns = FloorDrawing.optionalColumns.joined(separator: ", ")
    let text: String
    let problem: String?
    let problems: [Problem]
    let checked, kept: String?
    let isPublished: Bool
    /// The version shown. A save is refused if the floor has changed since.
    let version: Int64
    /// nil without a draft.
    let draftVersion: Int64?
    /// The occupied desks that the page shows, separated by commas.
    let confirmedDesks: String?

    init(navigation: Navigation, _ floor: EditedFloor, text: String = "", _ outcome: Outcome = .none) {
        self.navigation = navigation
        (name, office, version) = (floor.name, floor.officeName, floor.version)
        address = Address.ofFloor(floor.id, Address.adminFloorFile)
        editorAddress = Address.ofFloor(floor.id)
        csvAddress = Address.ofFloor(floor.id, Address.adminFloorCSV)
        jsonAddress = Address.ofFloor(floor.id, Address.adminFloorJSON)
        var (problem, wrong): (String?, [(line: Int?, sentence: String)]) = (nil, [])
        var (checked, kept, confirmedDesks): (String?, String?, String?) = (nil, nil, nil)
        draftVersion = floor.draft == nil ? nil : floor.version
        if case .published = outcome { isPublished = true } else { isPublished = false }
        switch outcome {
        case .none, .published: break
        case .occupied(let sentence, let desks): (problem, confirmedDesks) = (sentence, desks.joined(separator: ","))
        case .checked(let change): checked = change.sentence
        case .kept(let change): kept = change.sentence
        case .refused(let sentence): problem = sentence
        case .wrong(let all):
            wrong = all
            problem = localized("floors.wrong", count: all.count)
        }
        (self.problem, self.checked, self.kept, self.confirmedDesks) = (problem, checked, kept, confirmedDesks)
        problems = wrong.prefix(200).map { each in
            let sentence = each.line.map { localized("floors.line", ["line": "\($0)", "sentence": each.sentence]) }
            return Problem(sentence: sentence ?? each.sentence)
        }
        // Emptied after an import, so that the same text is not imported again by mistake.
        self.text = kept == nil ? text : ""
    }
}
