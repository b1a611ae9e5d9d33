import Attendance
import Hummingbird
import WebServer

/// The query of the map, of the list of present people, and of the search for a colleague.
struct MapQuery: Sendable {
    /// The office's name; nil: the viewer's own office.
    let office: String?
    /// The desk to highlight.
    let desk: String?
    /// The name of the colleague to find.
    let name: String?
    /// The present colleague to find, as the map numbers them.
    let person: PersonID?
    let isMyTeam: Bool
    /// Whether the list is sorted by name and not by floor.
    let isByName: Bool

    init(_ request: Request) throws {
        let parameters = try QueryParameters(request.uri.query)
        office = parameters["office"]
        desk = parameters["desk"]
        name = parameters["find"]
        person = parameters["person"].flatMap { PersonID($0) }
        isMyTeam = parameters["team"] == "mine"
        isByName = parameters["by"] == "name"
    }
}
