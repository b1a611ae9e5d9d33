package import Attendance
import Postgres

/// A place of work with one clock at a time.
package struct Office: Sendable, Equatable {
    package let id: Int64
    package let name: String
    /// The one that holds today: an IANA name.
    package let timeZone: String
}

/// A floor as it is drawn. Lengths are in the drawing's own unit.
package struct Floor: Sendable, Equatable {
    package let name: String
    package let width: Int64
    package let height: Int64

    package init(name: String, width: Int64, height: Int64) {
        self.name = name
        self.width = width
        self.height = height
    }
}

package struct Room: Sendable, Equatable {
    package let name: String
    package let x, y, width, height: Int64

    package init(name: String, x: Int64, y: Int64, width: Int64, height: Int64) {
        self.name = name
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }
}

package struct Desk: Sendable, Equatable {
    package let id: String
    /// The upper left corner before rotation, then the size.
    package let x, y, width, height: Int64
    /// Degrees clockwise about the middle.
    package let rotation: Int64
    /// Why the desk cannot be used, where it can't.
    package let outOfService: String?
}

extension AttendanceStore {
    /// - Parameters:
    ///   - timeZone: an IANA name that this system's time zone database knows.
    ///   - dayBoundary: when its working days begin, in seconds after midnight.
    /// - Throws: ``StoreError/badTimeZone(_:)``.
    package func addOffice(name: String, timeZone: String, dayBoundary: Int64 = 0) async throws -> Int64 {
        try await naming("an office '\(name)'") {
            try await pool.withTransaction { connection in
                let office = try await connection.query("insert_office", name)[0].get(0, as: Int64.self)
                let settings = OfficeSettingsVersion(
                    office: office, validFrom: nil, timeZone: timeZone, dayBoundary: dayBoundary)
                _ = try settings.settings(try .system())
                _ = try await connection.pipeline([settings.insertion(by: nil, at: nil)])
                return office
            }
        }
    }

    package func offices() async throws -> [Office] {
        try await pool.query("offices").map { row in
            Office(id: try row.get(0), name: try row.get(1), timeZone: try row.get(2))
        }
    }

    /// - Parameter name: nil is the only office there is.
    /// - Throws: ``StoreError/unknownOffice(_:)``.
    package func office(named name: String?) async throws -> Office {
        let offices = try await offices()
        if let name, let office = offices.first(where: { $0.name == name }) { return office }
        if name == nil, offices.count == 1 { return offices[0] }
        throw StoreError.unknownOffice(name ?? "(none named)")
    }

    /// Adds a floor with everything on it, or nothing.
    package func addFloor(
        _ floor: Floor, position: Int, rooms: [Room], desks: [(id: DeskID, x: Int64, y: Int64)], to office: Int64
    ) async throws {
        func int32s(_ values: [Int64]) -> [Int32] { values.map(Int32.init(clamping:)) }
        try await naming("a floor '\(floor.name)' or one of its desks") {
            try await pool.withTransaction { connection in
                try await connection.query(
                    "insert_floor", office, floor.name, Int32(clamping: position), Int32(clamping: floor.width),
                    Int32(clamping: floor.height))
                try await connection.query(
                    "insert_rooms", office, floor.name, rooms.map(\.name), int32s(rooms.map(\.x)), int32s(rooms.map(\.y)),
                    int32s(rooms.map(\.width)), int32s(rooms.map(\.height)))
                try await connection.query(
                    "insert_desks", office, floor.name, desks.map(\.id.description), int32s(desks.map(\.x)),
                    int32s(desks.map(\.y)))
            }
        }
    }

    package func floors(of office: Int64) async throws -> [Floor] {
        try await pool.query("floors", office).map { row in
            Floor(name: try row.get(0), width: try row.get(1), height: try row.get(2))
        }
    }

    package func desks(on floor: String, of office: Int64) async throws -> [Desk] {
        try await pool.query("desks_of_floor", office, floor).map { row in
            Desk(
                id: try row.get(0), x: try row.get(1), y: try row.get(2), width: try row.get(3), height: try row.get(4),
                rotation: try row.get(5), outOfService: try row.getIfPresent(6))
        }
    }

    package func rooms(on floor: String, of office: Int64) async throws -> [Room] {
        try await pool.query("rooms_of_floor", office, floor).map { row in
            Room(
                name: try row.get(0), x: try row.get(1), y: try row.get(2), width: try row.get(3), height: try row.get(4))
        }
    }
}
