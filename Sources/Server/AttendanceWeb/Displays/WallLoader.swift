import Attendance
import AttendanceStore

/// Reads what a wall screen shows.
struct WallLoader: Sendable {
    let store: AttendanceStore
    let broadcast: PresenceBroadcast
    let version: WebVersion

    /// The floor that the address names.
    /// - Throws: `noFloor` also for another floor than a display's own.
    func wall(_ context: WebContext) async throws -> Wall {
        let name = try context.floor()
        let id: OfficeID
        switch context.identity {
        case .display(let display, _):
            guard display.floor == name else { throw WebError.noFloor(name) }
            id = display.office
        case .anonymous, .reader, .provisioner, .tagWriter, .person: id = try context.person().office
        }
        let drawing = await broadcast.drawing(of: id)
        guard let office = try await store.offices.office(id),
            let floor = try await store.floors.floors(of: id).first(where: { $0.name == name })
        else { throw WebError.noFloor(name) }
        var wall = Wall(office: office, floor: floor)
        try await load(&wall, drawing: drawing)
        return wall
    }

    /// Reads again what an administrator may have changed, also the name of the floor.
    /// - Returns: false if the floor was removed.
    func refresh(_ wall: inout Wall) async throws -> Bool {
        let (id, office) = (wall.floor.id, wall.office.id)
        let drawing = await broadcast.drawing(of: office)
        guard let floor = try await store.floors.floors(of: office).first(where: { $0.id == id }) else { return false }
        wall.floor = floor
        try await load(&wall, drawing: drawing)
        return true
    }

    /// - Parameter drawing: read before the floor. With an older version, the wall is read once too often and never misses a change.
    private func load(_ wall: inout Wall, drawing: String) async throws {
        let (floor, office) = (wall.floor.name, wall.office.id)
        wall.desks = try await store.floors.desks(on: floor, of: office)
        wall.rooms = try await store.floors.rooms(on: floor, of: office)
        wall.showsNames = try await store.displays.officesWithNames().contains(office)
        wall.version = version.ofWall(wall.plan([], now: 0))
        wall.drawing = drawing
    }
}
