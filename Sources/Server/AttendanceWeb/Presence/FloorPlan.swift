import Attendance
import AttendanceStore
import Localization

/// The initial drawing of a floor. `web/static/Presence/plan.js` keeps it up to date.
struct FloorPlan: Sendable {
    struct DrawnRoom {
        let name: String
        let x, y, width, height: Int64
        let middleX, middleY: Int64
        let isArea: Bool
        /// Whether the name fits between the walls.
        let isNamed: Bool
        /// Of the name, in the drawing's units; nil if the usual sizes fit.
        let fontSize: String?

        private static let smallest = 8
        /// The sizes in `web/static/Presence/map.css` and `web/static/Displays/wall.css`.
        private static let (onMap, onWall) = (18, 22)
        /// Of the walls and the space beside the name.
        private static let margin: Int64 = 16

        init(_ room: Room) {
            (name, isArea) = (room.name, room.isArea)
            (x, y, width, height) = (room.x, room.y, room.width, room.height)
            (middleX, middleY) = (room.x + room.width / 2, room.y + room.height / 2)
            let fitting = max(Int(room.width - Self.margin), 0) * 100 / max(Self.width(of: room.name), 1)
            isNamed = fitting >= Self.smallest
            fontSize = fitting < Self.onWall ? "\(min(fitting, Self.onMap))" : nil
        }

        /// The width in usual fonts, in hundredths of the font size, with the letter spacing of `map.css`.
        private static func width(of text: String) -> Int {
            text.unicodeScalars.reduce(0) { width, scalar in
                // Han, Kana and other wide letters; then capitals.
                width + (scalar.value >= 0x1100 ? 106 : scalar.properties.isUppercase ? 80 : 64)
            }
        }
    }

    /// A desk, drawn around its center. It has one transformation, and more only where needed, because each transformation
    /// costs the browser time in every frame that changes.
    struct DrawnDesk {
        let id: String
        let transform: String
        let x, y, width, height: Int64
        /// Whether a chair is drawn.
        let hasChair: Bool
        /// Whether the chair is above the desk instead of below.
        let isChairAbove: Bool
        /// Moves the chair to the desk's edge; nil for a desk of the usual depth.
        let chairTransform: String?
        /// Keeps the text upright; nil for a desk that is not rotated.
        let upright: String?
        /// The desk's id as drawn.
        let idText: DeskIDText
        /// The vertical position of the desk's id: centered while no person is shown.
        let idY: Int
        let state: String
        let isClosed: Bool
        let label: String
        let holder: Holder?
        /// The equipment, separated by spaces: `monitor`, `adjustable`.
        let has: String
        /// Whether the viewer is at the desk.
        let isOwn: Bool
        /// Whether the viewer or a member of the viewer's team is at the desk.
        let isMine: Bool
        /// Whether the desk was searched for.
        let isFound: Bool
        /// Whether this desk takes the keyboard focus first.
        let isEntrance: Bool
    }

    /// The floor width, in the drawing's units, above which a phone that shows the whole floor cannot show legible text.
    private static let wideForPhones: Int64 = 2400

    /// The minimum size of the view box, in the drawing's units. A smaller floor is shown with space around it.
    private static let (leastWidth, leastHeight): (Int64, Int64) = (640, 420)

    /// A desk's id, fitted to the width of the desk. The desk's label has the full id.
    struct DeskIDText {
        /// Without its beginning if it is too long for the smallest font.
        let text: String
        /// ``text`` in two parts, such as `6F-` and `A3`. Where the plan is small, the prefix is left out.
        let prefix, rest: String
        /// Whether the rest fits its desk where the plan is small.
        let isShort: Bool
        /// In the drawing's units; nil if the usual sizes of the map fit.
        let fontSize: String?
        /// Whether the size of a wall display's ids is too large.
        let isSnug: Bool

        private static let smallest = 8
        /// The largest sizes in `web/static/Presence/map.css`.
        private static let (largestOnMap, largestOnWall) = (18, 25)
        /// The size of the rest where the plan is small, there too.
        private static let alone = 36

        /// - Parameter width: in the drawing's units.
        init(_ id: String, width: Int64) {
            // The desk's border takes the rest.
            let room = max(Int(width) - 6, 1)
            var text = id
            var kept = id.count
            while Self.width(of: text) * Self.smallest > room * 100, kept > 1 {
                kept -= 1
                text = "…\(id.suffix(kept))"
            }
            self.text = text
            let fitting = max(room * 100 / max(Self.width(of: text), 1), Self.smallest)
            fontSize = fitting < Self.largestOnMap ? "\(fitting)" : nil
            isSnug = fitting < Self.largestOnWall
            rest = String(text.split(separator: "-").last ?? "")
            prefix = String(text.dropLast(rest.count))
            isShort = Self.width(of: rest) * Self.alone <= room * 100
        }

        /// The largest width in usual fonts, in hundredths of the font size, with the letter spacing of `map.css`.
        private static func width(of text: String) -> Int {
            text.reduce(0) { width, character in
                switch character {
                case "-", "I": width + 45
                case "0"..."9": width + 70
                case "M", "W", "…": width + 105
                default: width + 82
                }
            }
        }
    }

    /// The person at a desk: “You” for the viewer, else the initials. The script adds the full name when the viewer zooms in.
    struct Holder {
        let initials: String
        let isPaused: Bool
    }

    let floor: String
    let viewBox: String
    let isWide: Bool
    let width, height: Int64
    /// The size inside the outer wall, which is drawn six units thick.
    let innerWidth, innerHeight: Int64
    /// The address of the background picture; nil if the floor has none.
    let picture: String?
    let rooms: [DrawnRoom]
    let desks: [DrawnDesk]

    /// - Parameters:
    ///   - people: of the office. Their desks decide: after a rename, they name the former floor for a moment.
    ///   - now: in seconds since 1970.
    ///   - team: the ids of the viewer's team, the viewer included.
    ///   - found: the id of the desk that was searched for.
    ///   - viewer: the ids of the viewer's entries; empty on a wall display.
    ///   - fillsScreen: whether a small floor is drawn as large as fits, as on a wall display.
    init(
        floor: Floor, desks: [Desk], rooms: [Room], people: [PresenceEntry], clock: LocalClock,
        now: Int64, team: Set<PersonID> = [], found: String? = nil, viewer: Set<PersonID> = [], fillsScreen: Bool = false
    ) {
        self.floor = floor.name
        // Without a minimum, a floor with one desk would be drawn as one huge desk.
        let (leastWidth, leastHeight): (Int64, Int64) =
            fillsScreen ? (0, 0) : (Self.leastWidth, Self.leastHeight)
        let (fullWidth, fullHeight) = (max(floor.width, leastWidth), max(floor.height, leastHeight))
        viewBox = "\((floor.width - fullWidth) / 2) \((floor.height - fullHeight) / 2) \(fullWidth) \(fullHeight)"
        isWide = fullWidth > Self.wideForPhones
        (width, height) = (floor.width, floor.height)
        (innerWidth, innerHeight) = (floor.width - 6, floor.height - 6)
        picture = floor.picture.map(Address.floorPicture)
        self.rooms = rooms.map(DrawnRoom.init)
        let holders = Dictionary(
            people.compactMap { entry in entry.desk.map { ($0, entry) } },
            uniquingKeysWith: { first, _ in first })
        let entrance = desks.first { $0.id == found }?.id ?? desks.first?.id
        self.desks = zip(desks, ChairSide.sides(of: desks, rooms: rooms, on: floor)).map { desk, chair in
            let holder = holders[desk.id]
            let isClosed = desk.outOfService != nil
            let state = holder?.state ?? (isClosed ? "closed" : "free")
            let time = holder?.time(clock, asOf: now)
            let shown = holder?.name != nil ? holder : nil
            let isOwn = holder.map { viewer.contains($0.id) } ?? false
            let initials = isOwn ? localized("map.you") : holder?.initials ?? ""
            return DrawnDesk(
                id: desk.id, transform: Self.transform(of: desk), x: -desk.width / 2, y: -desk.height / 2,
                width: desk.width, height: desk.height, hasChair: chair != nil, isChairAbove: chair == .above,
                chairTransform: Self.chairTransform(of: desk, chair),
                upright: desk.rotation == 0 ? nil : "rotate(\(-desk.rotation))",
                idText: DeskIDText(desk.id, width: desk.rotation % 180 == 0 ? desk.width : min(desk.width, desk.height)),
                idY: shown == nil && !isOwn ? 7 : -23, state: state, isClosed: isClosed,
                label: Self.label(desk.id, state: state, name: shown?.name, since: time, why: desk.outOfService),
                holder: holder.map { Holder(initials: initials, isPaused: $0.state == "pause") },
                has: [desk.hasMonitor ? "monitor" : nil, desk.isHeightAdjustable ? "adjustable" : nil].compactMap(\.self)
                    .joined(separator: " "),
                isOwn: isOwn, isMine: isOwn || shown.map { team.contains($0.id) } ?? false, isFound: desk.id == found,
                isEntrance: desk.id == entrance)
        }
    }

    private static func transform(of desk: Desk) -> String {
        "translate(\(desk.x + desk.width / 2) \(desk.y + desk.height / 2))"
            + (desk.rotation == 0 ? "" : " rotate(\(desk.rotation))")
    }

    /// The desk depth for which `partials/chair.mustache` draws the chairs.
    private static let usualDepth: Int64 = 84

    private static func chairTransform(of desk: Desk, _ side: ChairSide?) -> String? {
        let offset = (desk.height - usualDepth) / 2
        return offset == 0 ? nil : "translate(0 \(side == .above ? -offset : offset))"
    }

    /// A desk's label for screen readers. ``MapWords`` gives the page's script the same texts.
    static func label(_ desk: String, state: String, name: String?, since: String?, why: String? = nil) -> String {
        if let why, state == "closed" { return localized("map.desk.closedBecause", ["desk": desk, "why": why]) }
        let (isTaken, kind) = (state == "work" || state == "pause", since == nil ? state : state + "Since")
        return localized(
            isTaken && name == nil ? "wall.desk.\(kind)" : "map.desk.\(kind)",
            ["desk": desk, "name": name ?? "", "time": since ?? ""])
    }
}

/// The number of a floor's desks in each state.
struct FloorCounts: Encodable, Equatable {
    let work, pause, free: Int

    /// - Parameters:
    ///   - usable: the number of desks in service.
    ///   - closed: the desks out of service.
    ///   - people: the people at the floor's desks.
    init(usable: Int, closed: [String], people: [PresenceEntry]) {
        work = people.count { $0.state == "work" }
        pause = people.count { $0.state == "pause" }
        free = max(0, usable - people.count { person in !closed.contains { $0 == person.desk } })
    }
}
