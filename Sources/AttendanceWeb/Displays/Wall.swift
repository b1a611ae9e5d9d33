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
        FloorPlan(floor: floor, desks: desks, rooms: rooms, people: people, clock: clock, now: now)
    }

    func counts(_ people: [PresenceEntry]) -> FloorCounts {
        FloorCounts(floor: floor.name, usable: desks.count { $0.outOfService == nil }, people: people)
    }
}
