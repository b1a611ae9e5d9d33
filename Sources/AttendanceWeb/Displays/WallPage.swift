import AttendanceStore

/// A floor for a screen on the wall: large, with nothing to touch.
struct WallPage: Page {
    static let template = "pages/Displays/wall"

    let office: String
    let timeZone: String
    let plan: FloorPlan
    let counts: FloorCounts
    let stream: String
    /// The state of what the page is made of; another one means loading it anew.
    let version: String
    let time: String
    let showsNames: Bool
    let isEmpty: Bool
    /// That all this may be out of date, where it may.
    let outdated: String?
    /// ``WallWords``.
    let words: String

    init(
        office: Office, plan: FloorPlan, counts: FloorCounts, version: String, time: String, showsNames: Bool,
        outdated: String?, words: String
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

/// All that changes on a wall, told whole each time, so that nothing need be remembered there.
struct WallMessage: Encodable {
    /// One desk in use.
    struct Holder: Encodable {
        let state: String
        /// Nobody's where the office shows no names.
        var initials: String?
        var lines: [String]?
        var since: String?
    }

    /// The server's clock, RFC 3339: a screen's own is often wrong.
    let at: String
    let version: String
    /// Whether the database is away, so that all this may be out of date.
    let isStale: Bool
    let desks: [String: Holder]
    let counts: FloorCounts

    init(
        floor: String, counts: FloorCounts, people: [PresenceEntry], showsNames: Bool, at: String, version: String,
        isStale: Bool
    ) {
        self.at = at
        self.version = version
        self.isStale = isStale
        self.counts = counts
        desks = Dictionary(
            people.compactMap { person in
                guard person.floor == floor, let desk = person.desk else { return nil }
                return (
                    desk,
                    Holder(
                        state: person.state, initials: person.initials, lines: person.lines,
                        since: showsNames ? person.since : nil)
                )
            }, uniquingKeysWith: { first, _ in first })
    }
}

/// A browser that could become a display.
struct DisplayPage: Page {
    static let template = "pages/Displays/display"
    let isGood: Bool
    let name: String
    let floor: String

    init(_ display: Display?) {
        isGood = display != nil
        name = display?.name ?? ""
        floor = display?.floor ?? ""
    }
}
