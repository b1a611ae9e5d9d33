import AttendanceStore
import Localization

/// One floor as a wall screen shows it, without the people.
struct Wall: Sendable {
    let office: Office
    var floor: Floor
    var desks: [Desk] = []
    var rooms: [Room] = []
    var showsNames = false
    var version = ""
    /// The version of the office's floors when this was read.
    var drawing = ""

    var clock: LocalClock { LocalClock(office.timeZone) }
    var names: NameVisibility { showsNames ? .unlessPrivate : .none }

    init(office: Office, floor: Floor) {
        self.office = office
        self.floor = floor
    }

    /// - Parameter now: in seconds since 1970.
    func plan(_ people: [PresenceEntry], now: Int64) -> FloorPlan {
        FloorPlan(floor: floor, desks: desks, rooms: rooms, people: people, clock: clock, now: now, fillsScreen: true)
    }

    /// Those of the office's people who are at a desk of this floor.
    func people(among all: [PresenceEntry]) -> [PresenceEntry] {
        let desks = Set(desks.map(\.id))
        return all.filter { person in person.desk.map(desks.contains) ?? false }
    }

    /// - Parameter people: at a desk of this floor.
    func counts(_ people: [PresenceEntry]) -> FloorCounts {
        let closed = desks.filter { $0.outOfService != nil }.map(\.id)
        return FloorCounts(usable: desks.count - closed.count, closed: closed, people: people)
    }
}
