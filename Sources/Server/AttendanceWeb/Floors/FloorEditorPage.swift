import AttendanceStore
import Localization

/// The page of the floor editor. Its script draws the floor from ``EditorState``.
struct FloorEditorPage: Page {
    static let template = "pages/Floors/floor-editor"

    let navigation: Navigation
    let name, office: String
    let hasDraft: Bool
    /// Whether no desk is published.
    let isEmpty: Bool
    let listAddress = Address.adminFloors
    let fileAddress, mapAddress, discardAddress: String
    let version: Int64
    /// ``EditorState``.
    let state: ScriptJSON

    init(navigation: Navigation, _ floor: EditedFloor, state: EditorState) throws {
        self.navigation = navigation
        (name, office, version) = (floor.name, floor.officeName, floor.version)
        hasDraft = floor.draft != nil
        isEmpty = floor.published.desks.isEmpty
        fileAddress = Address.ofFloor(floor.id, Address.adminFloorFile)
        discardAddress = Address.ofFloor(floor.id, Address.adminDiscardDraft)
        mapAddress = state.map
        self.state = try ScriptJSON(state)
    }
}

/// The data of the editor's script.
struct EditorState: Encodable {
    let version: Int64
    let name: String
    /// The beginning of the name that the editor proposes for the first desk; empty: none.
    let prefix: String
    let drawing: FloorDrawing
    let published: [Desk]
    let isPublished: Bool
    /// The office's desks on other floors: the floor by desk id.
    let elsewhere: [String: String]
    let save, publish, picture, pictures, map: String
    let chairSides = Address.chairSides
    /// The sheet of the floor's printed codes.
    let codes: String
    let longestPicture = FloorPicture.maximumBytes
    /// The depth that a chair needs beside its desk.
    let chair = ChairSide.clearance
    let words: [String: UnfilledText]

    /// - Parameter map: the floor's map.
    init(_ floor: EditedFloor, elsewhere: [String: String], map: String) {
        version = floor.version
        prefix = NewFloorForm.prefix(of: floor.name, besides: Array(elsewhere.keys))
        name = floor.name
        drawing = floor.drawing
        published = floor.published.desks
        isPublished = floor.draft == nil
        self.elsewhere = elsewhere
        save = Address.ofFloor(floor.id)
        publish = Address.ofFloor(floor.id, Address.adminPublishFloor)
        picture = Address.ofFloor(floor.id, Address.adminFloorPicture)
        pictures = Address.floorPicture("")
        self.map = map
        codes = Address.asking(Address.tagSheet, [("office", floor.officeName), ("floor", floor.name)])
        words = Dictionary(
            uniqueKeysWithValues: Catalogue.current.keys(after: "editor.say.").map { ($0, unfilled("editor.say.\($0)")) })
    }
}
