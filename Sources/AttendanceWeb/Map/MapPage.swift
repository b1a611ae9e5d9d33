import Attendance
import AttendanceStore

/// A floor as it is drawn at first; `map.js` keeps it up to date.
struct MapPage: Page {
    static let template = "pages/map"

    struct Tab {
        let name: String
        let address: String
        let isCurrent: Bool
        let atWork: Int
    }

    struct DrawnRoom {
        let name: String
        let x, y, width, height: Int64
        let middleX, middleY: Int64
    }

    struct DrawnDesk {
        let id: String
        let transform: String
        let width, height: Int64
        let middleX: Int64
        let state: String
        let label: String
        let name: String
        let initials: String
    }

    let navigation: Navigation
    let office: String
    let timeZone: String
    let floor: String
    let viewBox: String
    let width: Int64
    let height: Int64
    /// The size inside the outer wall, which is drawn six units thick.
    let innerWidth, innerHeight: Int64
    let tabs: [Tab]
    let rooms: [DrawnRoom]
    let desks: [DrawnDesk]

    init(
        office: Office?, floors: [Floor], floor: Floor, desks: [Desk], rooms: [Room], present: PresenceMessage,
        navigation: Navigation
    ) {
        let clock = LocalClock(office?.timeZone)
        let holders = Dictionary(
            present.people.compactMap { entry in entry.desk.map { ($0, entry) } }, uniquingKeysWith: { first, _ in first })
        self.office = office?.name ?? ""
        timeZone = office?.timeZone ?? "UTC"
        self.navigation = navigation
        self.floor = floor.name
        viewBox = "0 0 \(floor.width) \(floor.height)"
        (width, height) = (floor.width, floor.height)
        (innerWidth, innerHeight) = (floor.width - 6, floor.height - 6)
        tabs = floors.map { tab in
            Tab(
                name: tab.name, address: Address.floor(tab.name), isCurrent: tab.name == floor.name,
                atWork: present.people.count { $0.floor == tab.name })
        }
        self.rooms = rooms.map { room in
            DrawnRoom(
                name: room.name, x: room.x, y: room.y, width: room.width, height: room.height,
                middleX: room.x + room.width / 2, middleY: room.y + room.height / 2)
        }
        self.desks = desks.map { desk in
            let holder = holders[desk.id]
            let state = holder?.state ?? (desk.outOfService == nil ? "free" : "closed")
            let since = holder?.since.flatMap { Instant(rfc3339: $0) }.map { clock.time($0.seconds) }
            return DrawnDesk(
                id: desk.id,
                transform: "translate(\(desk.x) \(desk.y))"
                    + (desk.rotation == 0 ? "" : " rotate(\(desk.rotation) \(desk.width / 2) \(desk.height / 2))"),
                width: desk.width, height: desk.height, middleX: desk.width / 2, state: state,
                label: Self.label(desk.id, state: state, name: holder?.name, since: since),
                name: Self.short(holder?.name ?? ""), initials: Self.initials(holder?.name ?? ""))
        }
    }

    /// What a screen reader says of a desk; `map.js` says the same.
    static func label(_ desk: String, state: String, name: String?, since: String?) -> String {
        switch state {
        case "work": "\(desk): \(name ?? "somebody"), at work" + (since.map { " since \($0)" } ?? "")
        case "pause": "\(desk): \(name ?? "somebody"), on a break"
        case "closed": "\(desk): out of service"
        default: "\(desk): free"
        }
    }

    /// A name as it fits on a desk; the whole name is in the label.
    static func short(_ name: String) -> String {
        name.count <= 12 ? name : String((name.split(separator: " ").first ?? Substring(name)).prefix(11))
    }

    static func initials(_ name: String) -> String {
        let words = name.split(separator: " ")
        let chosen = words.count > 1 ? [words[0], words[words.count - 1]] : words
        return chosen.compactMap(\.first).map { String($0).uppercased() }.joined()
    }
}

/// The map of an office that has no floor yet.
struct EmptyMapPage: Page {
    static let template = "pages/map-empty"
    let navigation: Navigation
    let office: String
}
