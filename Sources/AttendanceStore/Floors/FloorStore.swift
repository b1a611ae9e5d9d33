package import Attendance
import Postgres

/// Floors with their rooms and desks: drawn, drafted, published.
package struct FloorStore: Sendable {
    let pool: PostgresPool

    /// All floors, by office and in the order of their tabs.
    package func floorsToEdit() async throws -> [ListedFloor] {
        try await pool.query("Floors/floors_to_edit").map { row in
            ListedFloor(
                id: try row.get(0), office: try row.get(1), officeName: try row.get(2), name: try row.get(3),
                desks: try row.get(4), hasDraft: try row.get(5), displays: try row.get(6))
        }
    }

    /// - Throws: ``FloorError/unknown``.
    package func floor(_ id: Int64) async throws -> EditedFloor {
        guard let row = try await pool.query("Floors/floor_to_edit", id).first else { throw FloorError.unknown }
        let (office, name): (Int64, String) = (try row.get(0), try row.get(2))
        return EditedFloor(
            id: id, office: office, officeName: try row.get(1), name: name, version: try row.get(3),
            published: FloorDrawing(
                width: try row.get(4), height: try row.get(5), picture: try row.getIfPresent(6),
                rooms: try await rooms(on: name, of: office), desks: try await desks(on: name, of: office)),
            draft: try row.getIfPresent(7, as: String.self).map { try FloorDrawing(json: $0.utf8) },
            changedBy: try row.getIfPresent(8), changedAt: try row.instantIfPresent(9))
    }

    /// The desks on the other floors of its office, with the floor of each.
    package func desksElsewhere(than floor: EditedFloor) async throws -> [String: String] {
        try Self.floorsOfDesks(try await pool.query("Floors/desks_elsewhere", floor.office, floor.name))
    }

    static func floorsOfDesks(_ rows: PostgresResult) throws -> [String: String] {
        Dictionary(try rows.map { (try $0.get(0, as: String.self), try $0.get(1, as: String.self)) }) { first, _ in first }
    }

    /// Adds a floor without desks, behind its office's others.
    /// - Throws: ``FloorError/badName``, ``StoreError/alreadyExists(_:)``.
    package func addEmptyFloor(named name: String, to office: Int64, by author: Int64?, now: Instant) async throws -> Int64 {
        let (name, drawing) = (try Self.floorName(name), FloorDrawing())
        return try await naming(.floor(name)) {
            try await pool.query(
                "Floors/add_floor", office, name, Int32(clamping: drawing.width), Int32(clamping: drawing.height), author,
                PostgresTimestamp(now))[0].get(0)
        }
    }

    /// Gives a floor another name. Its screens on the wall need a new link: their address names it.
    /// - Throws: ``FloorError``, ``StoreError/alreadyExists(_:)``.
    package func renameFloor(_ id: Int64, to name: String, by author: Int64?, now: Instant) async throws {
        let name = try Self.floorName(name)
        try await naming(.floor(name)) {
            try await pool.withTransaction { connection in
                guard try await !connection.query("Floors/note_floor_change", id, author, PostgresTimestamp(now)).isEmpty else {
                    throw FloorError.unknown
                }
                try await connection.query("Floors/rename_floor", id, name)
            }
        }
    }

    /// Changes a floor's place among the tabs of its office.
    /// - Parameter step: to the front (-1) or to the back (1).
    package func moveFloor(_ id: Int64, by step: Int) async throws {
        try await pool.withTransaction { connection in
            _ = try await connection.query("Floors/lock_floors_beside", id)
            var order = try await connection.query("Floors/floors_of_office_in_order", id).map { try $0.get(0, as: Int64.self) }
            guard let place = order.firstIndex(of: id) else { throw FloorError.unknown }
            let other = place + step
            guard order.indices.contains(other) else { return }
            order.swapAt(place, other)
            try await connection.query("Floors/order_floors", order)
        }
    }

    private static func floorName(_ text: String) throws(FloorError) -> String {
        guard let name = PersonName(text)?.text, name.unicodeScalars.count <= 64 else { throw .badName }
        return name
    }

    /// Adds a floor with everything on it, or nothing.
    package func addFloor(
        _ floor: Floor, position: Int, rooms: [Room], desks: [(id: DeskID, x: Int64, y: Int64)], to office: Int64
    ) async throws {
        func int32s(_ values: [Int64]) -> [Int32] { values.map(Int32.init(clamping:)) }
        try await naming(.floor(floor.name)) {
            try await pool.withTransaction { connection in
                try await connection.query(
                    "Floors/insert_floor", office, floor.name, Int32(clamping: position), Int32(clamping: floor.width),
                    Int32(clamping: floor.height))
                try await connection.query(
                    "Floors/insert_rooms", office, floor.name, rooms.map(\.name), int32s(rooms.map(\.x)),
                    int32s(rooms.map(\.y)),
                    int32s(rooms.map(\.width)), int32s(rooms.map(\.height)))
                try await connection.query(
                    "Floors/insert_desks", office, floor.name, desks.map(\.id.description), int32s(desks.map(\.x)),
                    int32s(desks.map(\.y)))
            }
        }
    }

    package func floors(of office: Int64) async throws -> [Floor] {
        try await pool.query("Floors/floors", office).map { row in
            Floor(name: try row.get(0), width: try row.get(1), height: try row.get(2), picture: try row.getIfPresent(3))
        }
    }

    /// How many desks can be used, by floor.
    package func usableDesks(of office: Int64) async throws -> [String: Int] {
        Dictionary(
            try await pool.query("Floors/usable_desks", office).map { row in
                (try row.get(0, as: String.self), Int(try row.get(1, as: Int64.self)))
            }, uniquingKeysWith: { first, _ in first })
    }

    package func desks(on floor: String, of office: Int64) async throws -> [Desk] {
        try await pool.query("Floors/desks_of_floor", office, floor).map { row in
            Desk(
                id: try row.get(0), x: try row.get(1), y: try row.get(2), width: try row.get(3), height: try row.get(4),
                rotation: try row.get(5), outOfService: try row.getIfPresent(6), hasMonitor: try row.get(7),
                isHeightAdjustable: try row.get(8))
        }
    }

    package func rooms(on floor: String, of office: Int64) async throws -> [Room] {
        try await pool.query("Floors/rooms_of_floor", office, floor).map { row in
            Room(
                name: try row.get(0), x: try row.get(1), y: try row.get(2), width: try row.get(3), height: try row.get(4),
                isArea: try row.get(5))
        }
    }
}
