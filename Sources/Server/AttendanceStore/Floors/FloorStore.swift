package import Attendance
import Postgres

/// Floors with their rooms and desks: drafts and published drawings.
package struct FloorStore: Sendable {
    let pool: PostgresPool
    let fold: PresenceFold

    /// All floors, by office and in the order of their tabs.
    package func floorsToEdit() async throws -> [ListedFloor] {
        try await pool.query("Floors/floors_to_edit").map { row in
            ListedFloor(
                id: try row.get("id"), office: try row.get("office_id"), officeName: try row.get("office_name"),
                name: try row.get("name"), desks: try row.get("desks"), hasDraft: try row.get("has_draft"),
                displays: try row.get("displays"))
        }
    }

    /// - Throws: ``FloorError/unknown``.
    package func floor(_ id: FloorID) async throws -> EditedFloor {
        guard let row = try await pool.query("Floors/floor_to_edit", ["floor": id]).first else { throw FloorError.unknown }
        let (office, name): (OfficeID, String) = (try row.get("office_id"), try row.get("name"))
        return EditedFloor(
            id: id, office: office, officeName: try row.get("office_name"), name: name, version: try row.get("version"),
            published: FloorDrawing(
                width: try row.get("width"), height: try row.get("height"), picture: try row.getIfPresent("picture"),
                rooms: try await rooms(on: name, of: office), desks: try await desks(on: name, of: office)),
            draft: try row.getIfPresent("drawing", as: String.self).map { try FloorDrawing(json: $0.utf8) },
            changedBy: try row.getIfPresent("changed_by"), changedAt: try row.instantIfPresent("changed_at"))
    }

    /// The floor of each desk that is on another floor of the same office, by desk.
    package func desksElsewhere(than floor: EditedFloor) async throws -> [String: String] {
        try Self.floorsOfDesks(
            try await pool.query("Floors/desks_elsewhere", ["office": floor.office, "floor_name": floor.name]))
    }

    static func floorsOfDesks(_ rows: PostgresResult) throws -> [String: String] {
        let floors = try rows.map { (try $0.get("id", as: String.self), try $0.get("floor", as: String.self)) }
        return Dictionary(floors) { first, _ in first }
    }

    /// Adds an empty floor as the last tab of its office.
    /// - Throws: ``StoreError/badName(longest:)``, ``StoreError/alreadyExists(_:)``.
    package func addEmptyFloor(
        named name: String, to office: OfficeID, by author: PersonID?, now: Instant
    ) async throws -> FloorID {
        let (name, drawing) = (try ThingName.given(name), FloorDrawing())
        return try await naming(.floor(name)) {
            try await pool.withTransaction { connection in
                let rows = try await connection.query(
                    "Floors/add_floor",
                    [
                        "office": office, "name": name, "width": Int32(clamping: drawing.width),
                        "height": Int32(clamping: drawing.height), "author": author, "now": PostgresTimestamp(now),
                    ])
                try await ConfigurationChange(.floor, .added, name).note(
                    by: ChangeAuthor(author), now: now, connection)
                return try rows[0].get("id")
            }
        }
    }

    /// Renames a floor. Its desks keep their names, and its wall displays their keys.
    /// - Throws: ``FloorError``, ``StoreError/alreadyExists(_:)``.
    package func renameFloor(_ id: FloorID, to name: String, by author: PersonID?, now: Instant) async throws {
        let name = try ThingName.given(name)
        try await naming(.floor(name)) {
            try await pool.withTransaction { connection in
                let versions = try await connection.query(
                    "Floors/note_floor_change", ["author": author, "now": PostgresTimestamp(now), "floor": id])
                guard !versions.isEmpty,
                    let old = try await connection.query("Floors/floor_to_edit", ["floor": id]).first
                else { throw FloorError.unknown }
                try await connection.query("Floors/rename_floor", ["name": name, "floor": id])
                try await ConfigurationChange(.floor, .renamed, try old.get("name"), name).note(
                    by: ChangeAuthor(author), now: now, connection)
                // All servers must know the name under which the displays now ask for their floor.
                try await connection.notifyAccessChanged()
            }
        }
    }

    /// Moves a floor's tab by one position.
    /// - Parameter step: -1: towards the first tab; 1: towards the last.
    package func moveFloor(
        _ id: FloorID, by step: Int, author: ChangeAuthor = .command, now: Instant? = nil
    ) async throws {
        try await pool.withTransaction { connection in
            _ = try await connection.query("Floors/lock_floors_beside", ["floor": id])
            let floors = try await connection.query("Floors/floors_of_office_in_order", ["floor": id])
            var order = try floors.map { try $0.get("id", as: FloorID.self) }
            guard let place = order.firstIndex(of: id) else { throw FloorError.unknown }
            let other = place + step
            guard order.indices.contains(other) else { return }
            order.swapAt(place, other)
            try await connection.query("Floors/order_floors", ["floors": order])
            let move = SettingChange("position", from: "\(place + 1)", to: "\(other + 1)")
            try await ConfigurationChange(.floor, .changed, try floors[place].get("name"), move?.description).note(
                by: author, now: now, connection)
        }
    }

    /// Adds a floor with its rooms and desks in one transaction.
    package func addFloor(
        _ floor: Floor, position: Int, rooms: [Room], desks: [(id: DeskID, x: Int64, y: Int64)], to office: OfficeID,
        by author: ChangeAuthor = .command, now: Instant? = nil
    ) async throws {
        func int32s(_ values: [Int64]) -> [Int32] { values.map(Int32.init(clamping:)) }
        try await pool.withTransaction { connection in
            try await naming(.floor(floor.name)) {
                try await connection.query(
                    "Floors/insert_floor",
                    [
                        "office": office, "name": floor.name, "position": Int32(clamping: position),
                        "width": Int32(clamping: floor.width), "height": Int32(clamping: floor.height),
                    ])
            }
            try await connection.query(
                "Floors/insert_rooms",
                [
                    "office": office, "floor_name": floor.name, "names": rooms.map(\.name), "x": int32s(rooms.map(\.x)),
                    "y": int32s(rooms.map(\.y)), "widths": int32s(rooms.map(\.width)),
                    "heights": int32s(rooms.map(\.height)),
                ])
            try await naming(.desks) {
                try await connection.query(
                    "Floors/insert_desks",
                    [
                        "office": office, "floor_name": floor.name, "ids": desks.map(\.id.description),
                        "x": int32s(desks.map(\.x)), "y": int32s(desks.map(\.y)),
                    ])
            }
            try await ConfigurationChange(.floor, .added, floor.name).note(by: author, now: now, connection)
        }
    }

    package func floors(of office: OfficeID) async throws -> [Floor] {
        try await pool.query("Floors/floors", ["office": office]).map { row in
            Floor(
                id: try row.get("id", as: FloorID.self), name: try row.get("name"), width: try row.get("width"),
                height: try row.get("height"), picture: try row.getIfPresent("picture"))
        }
    }

    /// The number of usable desks by floor, and the ids of the desks out of service. Floors without desks are left out.
    package func usableDesks(of office: OfficeID) async throws -> [String: (count: Int, closed: [String])] {
        var floors: [String: (count: Int, closed: [String])] = [:]
        for row in try await pool.query("Floors/usable_desks", ["office": office]) {
            let closed = try row.get("closed", as: String.self).split(separator: " ").map(String.init)
            floors[try row.get("floor", as: String.self)] = (Int(try row.get("count", as: Int64.self)), closed)
        }
        return floors
    }

    /// All usable desks by floor, as the map shows them: floors by tab, desks from top to bottom and left to right.
    package func usableDeskNames(of office: OfficeID) async throws -> [(floor: String, desk: String)] {
        try await pool.query("Floors/usable_desk_names", ["office": office]).map { row in
            (floor: try row.get("floor", as: String.self), desk: try row.get("id", as: String.self))
        }
    }

    /// The desks that people can type, of an office or, if it is nil, of all offices.
    package func typedDesks(of office: OfficeID?) async throws -> TypedDesks {
        TypedDesks(
            try await pool.query("Floors/desk_ids", ["office": office]).compactMap { DeskID(try $0.get("id", as: String.self)) }
        )
    }

    package func desks(on floor: String, of office: OfficeID) async throws -> [Desk] {
        try await pool.query("Floors/desks_of_floor", ["office": office, "floor_name": floor]).map { row in
            Desk(
                id: try row.get("id"), x: try row.get("x"), y: try row.get("y"), width: try row.get("width"),
                height: try row.get("height"), rotation: try row.get("rotation"),
                outOfService: try row.getIfPresent("out_of_service"), hasMonitor: try row.get("has_monitor"),
                isHeightAdjustable: try row.get("is_height_adjustable"))
        }
    }

    /// The desks of these offices whose ids contain `text`, in any case: shorter ids first, then by id.
    /// - Returns: also their number without the limit.
    package func desks(
        named text: String, in offices: [OfficeID], limit: Int
    ) async throws -> (desks: [FoundDesk], total: Int) {
        let rows = try await pool.query(
            "Floors/desks_named", ["offices": offices, "text": text, "limit": Int32(clamping: limit)])
        let desks = try rows.map { row in
            FoundDesk(office: try row.get("office_id"), id: try row.get("id"), floor: try row.get("floor"))
        }
        return (desks, Int(try rows.first?.get("total", as: Int64.self) ?? 0))
    }

    package func rooms(on floor: String, of office: OfficeID) async throws -> [Room] {
        try await pool.query("Floors/rooms_of_floor", ["office": office, "floor_name": floor]).map { row in
            Room(
                name: try row.get("name"), x: try row.get("x"), y: try row.get("y"), width: try row.get("width"),
                height: try row.get("height"), isArea: try row.get("is_area"))
        }
    }
}
