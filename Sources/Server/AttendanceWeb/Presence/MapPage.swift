import Attendance
import AttendanceStore

/// The live map of one floor: its desks and the people at them.
struct MapPage: Page {
    static let template = "pages/Presence/map"
    /// The style sheets of the page, below `web/static`.
    static let styles = ["base/desktap.css", "Presence/map.css"]

    struct Tab {
        let floorID: String
        let name: String
        let address: String
        let isCurrent: Bool
        let usable: Int
        /// The desks out of service, separated by spaces, for the page's script.
        let closed: String
        let counts: FloorCounts
    }

    let navigation: Navigation
    let office: String
    let timeZone: String
    /// The query that the page's script adds to its requests (``MapAccess/query``).
    let query: String
    let stream: String
    let otherOffice: String?
    let choice: OfficeChoice?
    /// The version of the drawing (``FloorsMessage/drawing``).
    let drawing: String
    /// Names the floor for the page's script, also after a rename.
    let floorID: String
    let plan: FloorPlan
    let tabs: [Tab]
    /// The people and their desks as text, for browsers without JavaScript.
    let lines: [String]
    let asOf: String
    /// A warning that the map may be out of date; nil if it is up to date.
    let outdated: String?
    /// The ids of the viewer's team, the viewer included, separated by commas; nil if there are no teammates.
    let team: String?
    let showsOnlyTeam: Bool
    let teamAddress: String
    let nowAddress: String
    /// ``MapWords``.
    let words: ScriptJSON

    init(
        _ sight: MapAccess, choice: OfficeChoice?, drawing: String, floors: [Floor],
        usable: [String: (count: Int, closed: [String])], plan: FloorPlan, present: PresenceMessage,
        team: Set<PersonID>, showsOnlyTeam: Bool, asOf: String, outdated: String?, words: ScriptJSON, navigation: Navigation
    ) {
        self.outdated = outdated
        office = sight.office.name
        timeZone = sight.office.timeZone
        (query, otherOffice) = (sight.query, sight.otherOffice)
        (self.choice, self.drawing) = (choice, drawing)
        stream = sight.address(Address.presenceStream)
        nowAddress = sight.address(Address.now)
        self.navigation = navigation
        self.plan = plan
        tabs = floors.map { floor in
            let desks = usable[floor.name] ?? (count: 0, closed: [])
            return Tab(
                floorID: Self.id(of: floor), name: floor.name, address: sight.address(Address.floor(floor.name)),
                isCurrent: floor.name == plan.floor, usable: desks.count,
                closed: desks.closed.joined(separator: " "),
                counts: FloorCounts(
                    usable: desks.count, closed: desks.closed,
                    people: present.people.filter { $0.floor == floor.name && $0.desk != nil }))
        }
        floorID = tabs.first(where: \.isCurrent)?.floorID ?? ""
        lines = plan.desks.filter { $0.holder != nil }.map(\.label)
        self.asOf = asOf
        self.words = words
        self.team = team.isEmpty ? nil : team.sorted().map(String.init).joined(separator: ",")
        self.showsOnlyTeam = showsOnlyTeam
        teamAddress = sight.address(Address.floor(plan.floor) + (showsOnlyTeam ? "" : "?team=mine"))
    }

    private static func id(of floor: Floor) -> String { floor.id.map { "\($0)" } ?? "" }
}

/// The map page of an office without floors.
struct EmptyMapPage: Page {
    static let template = "pages/Presence/map-empty"
    let navigation: Navigation
    /// Whether the viewer can add a floor.
    let isAdministrator: Bool
    let office: String
    let choice: OfficeChoice?
}
