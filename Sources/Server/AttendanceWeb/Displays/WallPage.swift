import Attendance
import AttendanceStore

/// The page of a wall display: one floor, without controls.
struct WallPage: Page {
    static let template = "pages/Displays/wall"

    let office: String
    let timeZone: String
    let plan: FloorPlan
    let counts: FloorCounts
    let stream: String
    /// The version of the page and its drawing (``WebVersion/ofWall(_:)``). A page with another version reloads.
    let version: String
    let time: String
    let showsNames: Bool
    let isEmpty: Bool
    /// A warning that the page may be out of date; nil if it is up to date.
    let outdated: String?
    /// ``WallWords``.
    let words: ScriptJSON

    init(
        office: Office, plan: FloorPlan, counts: FloorCounts, version: String, time: String, showsNames: Bool,
        outdated: String?, words: ScriptJSON
    ) {
        self.outdated = outdated
        self.office = office.name
        timeZone = office.timeZone
        self.plan = plan
        self.counts = counts
        stream = Address.wallStream(plan.floor)
        self.version = version
        self.time = time
        self.showsNames = showsNames
        isEmpty = plan.desks.isEmpty
        self.words = words
    }
}

/// An event for a wall display. Each event has the complete state, so that the display keeps none.
struct WallMessage: Encodable {
    /// One desk in use.
    struct Holder: Encodable {
        let state: String
        /// nil if the office shows no names.
        var initials: String?
        var lines: [String]?
        var since: String?
    }

    /// The server's time (RFC 3339), because the clock of a display is often wrong.
    let at: String
    let version: String
    /// The address of the wall's page. It changes when the floor is renamed.
    let page: String
    /// Whether the state may be out of date because the database is unavailable.
    let isStale: Bool
    let desks: [String: Holder]
    let counts: FloorCounts

    /// - Parameter people: those present in the wall's office.
    init(_ wall: Wall, people: [PresenceEntry], at: String, isStale: Bool) {
        let people = wall.people(among: people)
        self.at = at
        version = wall.version
        page = Address.wall(wall.floor.name)
        self.isStale = isStale
        counts = wall.counts(people)
        desks = Dictionary(
            people.compactMap { person in
                person.desk.map { desk in
                    (
                        desk,
                        Holder(
                            state: person.state, initials: person.initials, lines: person.lines,
                            since: wall.showsNames ? person.since : nil)
                    )
                }
            }, uniquingKeysWith: { first, _ in first })
    }
}

/// The page of an enrolment link, which makes this browser a wall display.
struct DisplayPage: Page {
    static let template = "pages/Displays/display"
    let isGood: Bool
    let name: String
    let floor: String
    let linkHours = DisplayStore.linkLifetime.hours

    init(_ display: Display?) {
        isGood = display != nil
        name = display?.name ?? ""
        floor = display?.floor ?? ""
    }
}
