package import Attendance
import Postgres

/// A place of work with one clock at a time.
package struct Office: Sendable, Equatable {
    package let id: Int64
    package let name: String
    /// The one that holds today: an IANA name.
    package let timeZone: String
}

extension Office {
    init(_ row: PostgresRow) throws { self.init(id: try row.get(0), name: try row.get(1), timeZone: try row.get(2)) }
}

/// A floor as it is drawn. Lengths are in the drawing's own unit.
package struct Floor: Sendable, Equatable {
    package let name: String
    package let width: Int64
    package let height: Int64
    /// The hash of the picture behind the desks, in hexadecimal digits; nil where there is none.
    package let picture: String?

    package init(name: String, width: Int64, height: Int64, picture: String? = nil) {
        self.name = name
        self.width = width
        self.height = height
        self.picture = picture
    }
}

package struct Room: Sendable, Equatable {
    package internal(set) var name: String
    package internal(set) var x, y, width, height: Int64
    /// Whether it is a part of the floor with a name and no walls, such as a lounge.
    package internal(set) var isArea = false

    package init(name: String, x: Int64, y: Int64, width: Int64, height: Int64, isArea: Bool = false) {
        self.name = name
        self.x = x
        self.y = y
        self.width = width
        self.height = height
        self.isArea = isArea
    }
}

package struct Desk: Sendable, Equatable {
    package internal(set) var id: String
    /// The upper left corner before rotation, then the size.
    package internal(set) var x, y, width, height: Int64
    /// Degrees clockwise about the middle.
    package internal(set) var rotation: Int64
    /// Why the desk cannot be used, where it can't.
    package internal(set) var outOfService: String?
    package internal(set) var hasMonitor = false
    package internal(set) var isHeightAdjustable = false
}

extension AttendanceStore {
    /// - Parameters:
    ///   - timeZone: an IANA name that this system's time zone database knows.
    ///   - dayBoundary: when its working days begin, in seconds after midnight.
    /// - Throws: ``StoreError/badTimeZone(_:)``.
    package func addOffice(name: String, timeZone: String, dayBoundary: Int64 = 0) async throws -> Int64 {
        try await pool.withTransaction { connection in
            try await addOffice(name: name, timeZone: timeZone, dayBoundary: dayBoundary, connection)
        }
    }

    func addOffice(
        name: String, timeZone: String, dayBoundary: Int64, _ connection: PostgresConnection
    ) async throws -> Int64 {
        try await naming(.office(name)) {
            let office = try await connection.query("Offices/insert_office", name)[0].get(0, as: Int64.self)
            let settings = OfficeSettingsVersion(
                office: office, validFrom: nil, timeZone: timeZone, dayBoundary: dayBoundary)
            _ = try settings.settings(try .system())
            _ = try await connection.pipeline([settings.insertion(by: nil, at: nil)])
            return office
        }
    }

    package func offices() async throws -> [Office] {
        try await pool.query("Offices/offices").map(Office.init)
    }

    /// - Parameter name: nil is the only office there is.
    /// - Throws: ``StoreError/unknownOffice(_:)``.
    package func office(named name: String?) async throws -> Office {
        try Self.office(named: name, among: try await offices())
    }

    /// The office that a desk's name means, where only one has such a desk; the only office there is.
    package func office(withDesk desk: DeskID?) async throws -> Office? {
        let offices = try await offices()
        if offices.count == 1 { return offices[0] }
        guard let desk else { return nil }
        let holders = Set(
            try await pool.query("Floors/offices_of_desk", desk.description).map { try $0.get(0, as: Int64.self) })
        return holders.count == 1 ? offices.first { holders.contains($0.id) } : nil
    }

    static func office(named name: String?, among offices: [Office]) throws -> Office {
        if let name, let office = offices.first(where: { $0.name == name }) { return office }
        if name == nil, offices.count == 1 { return offices[0] }
        throw StoreError.unknownOffice(name ?? "(none named)")
    }

    /// Notes where an office is.
    package func setCoordinates(of office: Int64, to place: Coordinates) async throws {
        try await pool.query("Offices/set_office_coordinates", office, place.latitude, place.longitude)
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

extension [Office] {
    /// Their names by id.
    package var names: [Int64: String] { Dictionary(map { ($0.id, $0.name) }) { first, _ in first } }
}
