import Attendance
import AttendanceStore
import Localization

/// A floor as it is drawn at first; `map/plan.js` keeps it up to date.
struct FloorPlan: Sendable {
    struct DrawnRoom {
        let name: String
        let x, y, width, height: Int64
        let middleX, middleY: Int64
        let isArea: Bool
    }

    /// A desk, drawn around its own middle. All that moves something costs a browser time with every frame that changes
    /// anything, so there is one transformation, and others only where it cannot do without.
    struct DrawnDesk {
        let id: String
        let transform: String
        let x, y, width, height: Int64
        /// Which of the two chairs it has, below or above, so that whoever sits on it looks at the desk.
        let chair: String
        /// Moves the chair to the edge of a desk that is not as deep as most.
        let chairTransform: String?
        /// Keeps the words upright where the desk is turned.
        let upright: String?
        /// Where its name stands: in the middle while nothing else does.
        let idY: Int
        let state: String
        let isClosed: Bool
        let label: String
        let holder: Holder?
        /// What there is at it, `monitor` and `adjustable`, with spaces between.
        let has: String
        /// Whether somebody of the viewer's team sits there.
        let isMine: Bool
        /// Whether it is the one that was looked for.
        let isFound: Bool
        /// Whether the keyboard comes to the plan here.
        let isEntrance: Bool
    }

    /// How wide a floor is, in its own units, of which a phone can show no word while all of it is in sight.
    private static let wideForPhones: Int64 = 2400

    /// How much of the ground around it is shown with a small floor, in the drawing's units.
    private static let (leastWidth, leastHeight): (Int64, Int64) = (640, 420)

    /// What a desk says of whoever is there. Their whole name is for desks that were zoomed in on, which takes the script.
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
    /// The address of the picture behind everything; nil where there is none.
    let picture: String?
    let rooms: [DrawnRoom]
    let desks: [DrawnDesk]

    /// - Parameters:
    ///   - team: whom the viewer works with.
    ///   - found: the desk that was looked for.
    init(
        floor: Floor, desks: [Desk], rooms: [Room], people: [PresenceEntry], clock: LocalClock,
        team: Set<Int64> = [], found: String? = nil
    ) {
        self.floor = floor.name
        // A floor of one desk is a small floor, and not one large desk.
        let (fullWidth, fullHeight) = (max(floor.width, Self.leastWidth), max(floor.height, Self.leastHeight))
        viewBox = "\((floor.width - fullWidth) / 2) \((floor.height - fullHeight) / 2) \(fullWidth) \(fullHeight)"
        isWide = fullWidth > Self.wideForPhones
        (width, height) = (floor.width, floor.height)
        (innerWidth, innerHeight) = (floor.width - 6, floor.height - 6)
        picture = floor.picture.map(Address.floorPicture)
        self.rooms = rooms.map { room in
            DrawnRoom(
                name: room.name, x: room.x, y: room.y, width: room.width, height: room.height,
                middleX: room.x + room.width / 2, middleY: room.y + room.height / 2,
                isArea: room.isArea)
        }
        let holders = Dictionary(
            people.compactMap { entry in entry.floor == floor.name ? entry.desk.map { ($0, entry) } : nil },
            uniquingKeysWith: { first, _ in first })
        let entrance = desks.first { $0.id == found }?.id ?? desks.first?.id
        self.desks = desks.map { desk in
            let holder = holders[desk.id]
            let isClosed = desk.outOfService != nil
            let state = holder?.state ?? (isClosed ? "closed" : "free")
            let time = holder?.time(clock)
            let shown = holder?.name != nil ? holder : nil
            let isAbove = Self.isChairAbove(desk, among: desks)
            return DrawnDesk(
                id: desk.id, transform: Self.transform(of: desk), x: -desk.width / 2, y: -desk.height / 2,
                width: desk.width, height: desk.height, chair: isAbove ? "chair-above" : "chair",
                chairTransform: Self.chairTransform(of: desk, isAbove: isAbove),
                upright: desk.rotation == 0 ? nil : "rotate(\(-desk.rotation))", idY: shown == nil ? 7 : -23, state: state,
                isClosed: isClosed,
                label: Self.label(desk.id, state: state, name: shown?.name, since: time, why: desk.outOfService),
                holder: holder.map { Holder(initials: $0.initials ?? "", isPaused: $0.state == "pause") },
                has: [desk.hasMonitor ? "monitor" : nil, desk.isHeightAdjustable ? "adjustable" : nil].compactMap(\.self)
                    .joined(separator: " "),
                isMine: shown.map { team.contains($0.id) } ?? false, isFound: desk.id == found,
                isEntrance: desk.id == entrance)
        }
    }

    private static func transform(of desk: Desk) -> String {
        "translate(\(desk.x + desk.width / 2) \(desk.y + desk.height / 2))"
            + (desk.rotation == 0 ? "" : " rotate(\(desk.rotation))")
    }

    /// The chair stands below its desk; above it where another desk is close below, so that rows face each other.
    private static func isChairAbove(_ desk: Desk, among desks: [Desk]) -> Bool {
        desk.rotation == 0
            && desks.contains { other in
                let gap = other.y - (desk.y + desk.height)
                return (0...40).contains(gap) && other.x < desk.x + desk.width && other.x + other.width > desk.x
            }
    }

    /// How deep the desk is at which `partials/plan.mustache` draws its chairs.
    private static let usualDepth: Int64 = 84

    private static func chairTransform(of desk: Desk, isAbove: Bool) -> String? {
        let offset = (desk.height - usualDepth) / 2
        return offset == 0 ? nil : "translate(0 \(isAbove ? -offset : offset))"
    }

    /// What a screen reader says of a desk; the words of the page's script say the same.
    static func label(_ desk: String, state: String, name: String?, since: String?, why: String? = nil) -> String {
        let kind = since == nil ? state : state + "Since"
        let values = ["desk": desk, "name": name ?? "", "time": since ?? ""]
        return switch state {
        case "work", "pause": name == nil ? localized("wall.desk.\(kind)", values) : localized("map.desk.\(kind)", values)
        case "closed":
            why.map { localized("map.desk.closedBecause", ["desk": desk, "why": $0]) } ?? localized("map.desk.closed", values)
        default: localized("map.desk.free", values)
        }
    }
}

/// How many desks of a floor are in which state.
struct FloorCounts: Encodable, Equatable {
    let work, pause, free: Int

    /// - Parameters:
    ///   - usable: the desks that are in service.
    ///   - people: everybody present, whatever their floor.
    init(floor: String, usable: Int, people: [PresenceEntry]) {
        let here = people.filter { $0.floor == floor && $0.desk != nil }
        work = here.count { $0.state == "work" }
        pause = here.count { $0.state == "pause" }
        free = max(0, usable - here.count)
    }
}
