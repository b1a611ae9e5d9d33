package import Attendance
import Postgres

extension FloorStore {
    /// Saves a draft. Only administrators can see it.
    /// - Returns: the floor's new version.
    /// - Throws: ``FloorError/unknown``, ``FloorError/changedBy(_:)``.
    package func saveDraft(_ drawing: FloorDrawing, of version: FloorVersion, now: Instant) async throws -> Int64 {
        try await pool.withTransaction { connection in
            let floor = try await lock(version, connection)
            try await connection.query("Floors/set_floor_draft", ["floor": floor.id, "drawing": drawing.json])
            return try await note(version, now: now, connection)
        }
    }

    /// Deletes the draft. The published drawing stays as it is.
    package func discardDraft(of version: FloorVersion, now: Instant) async throws {
        try await pool.withTransaction { connection in
            let floor = try await lock(version, connection)
            try await connection.query("Floors/remove_floor_draft", ["floor": floor.id])
            _ = try await note(version, now: now, connection)
        }
    }

    /// Publishes a drawing in one transaction. A desk that the drawing no longer contains is retired: no session can start
    /// there, and its records stay. A desk that returns with the same id is the same desk.
    /// - Parameters:
    ///   - confirmedDesks: the occupied desks that may be retired.
    ///   - isDryRun: true: check everything, then roll back.
    /// - Returns: the floor's new version.
    /// - Throws: ``FloorError``.
    package func publish(
        _ drawing: FloorDrawing, as version: FloorVersion, confirmedDesks: Set<String> = [], dryRun isDryRun: Bool = false,
        now: Instant
    ) async throws -> Int64 {
        struct RolledBack: Error { var version: Int64 }
        try await pool.withConnection { try await fold.withEverybody($0) { _ in } }
        do {
            return try await naming(.partOfFile) {
                try await pool.withTransaction { connection in
                    let floor = try await lock(version, connection)
                    let drawing = drawing.normalised
                    try await check(drawing, on: floor, connection)
                    try await replace(floor, with: drawing, confirmedDesks: confirmedDesks, now: now, connection)
                    try await connection.query("Floors/remove_floor_draft", ["floor": floor.id])
                    let next = try await note(version, now: now, connection)
                    try await note(.published, floor, version, now: now, connection)
                    if isDryRun { throw RolledBack(version: next) }
                    return next
                }
            }
        } catch let dry as RolledBack {
            return dry.version
        }
    }

    /// Removes a floor and the wall displays that show it. Its desks are retired.
    /// - Parameter confirmedDesks: the occupied desks that may be retired.
    /// - Throws: ``FloorError``.
    package func removeFloor(_ version: FloorVersion, confirmedDesks: Set<String> = [], now: Instant) async throws {
        try await pool.withConnection { try await fold.withEverybody($0) { _ in } }
        try await pool.withTransaction { connection in
            let floor = try await lock(version, connection)
            try await replace(floor, with: FloorDrawing(), confirmedDesks: confirmedDesks, now: now, connection)
            try await connection.query("Floors/remove_floor", ["floor": floor.id])
            try await note(.removed, floor, version, now: now, connection)
            // All servers must reject the keys of the deleted displays.
            try await connection.notifyAccessChanged()
        }
    }

    private struct LockedFloor {
        let id: FloorID
        let office: OfficeID
        let name: String
    }

    /// Locks the office's floors until the end of the transaction.
    private func lock(_ version: FloorVersion, _ connection: PostgresConnection) async throws -> LockedFloor {
        _ = try await connection.query("Floors/lock_floors_beside", ["floor": version.floor])
        guard let row = try await connection.query("Floors/floor_to_edit", ["floor": version.floor]).first else {
            throw FloorError.unknown
        }
        if let seen = version.version, try row.get("version", as: Int64.self) != seen {
            throw FloorError.changedBy(try row.getIfPresent("changed_by"))
        }
        return LockedFloor(id: version.floor, office: try row.get("office_id"), name: try row.get("name"))
    }

    private func note(_ version: FloorVersion, now: Instant, _ connection: PostgresConnection) async throws -> Int64 {
        try await connection.query(
            "Floors/note_floor_change",
            ["author": version.author, "now": PostgresTimestamp(now), "floor": version.floor])[0].get("version")
    }

    private func note(
        _ action: ConfigurationChange.Action, _ floor: LockedFloor, _ version: FloorVersion, now: Instant,
        _ connection: PostgresConnection
    ) async throws {
        try await ConfigurationChange(.floor, action, floor.name).note(
            by: ChangeAuthor(version.author), now: now, connection)
    }

    private func check(_ drawing: FloorDrawing, on floor: LockedFloor, _ connection: PostgresConnection) async throws {
        let elsewhere = try await connection.query(
            "Floors/desks_elsewhere", ["office": floor.office, "floor_name": floor.name])
        var problems = drawing.problems(besides: try Self.floorsOfDesks(elsewhere))
        if let picture = drawing.picture,
            try await connection.query("Floors/has_picture", ["hash": picture])[0].get("is_stored", as: Bool.self) == false
        {
            problems.append(DrawingProblem(desk: nil, fault: ImportFault(.pictureGone)))
        }
        if !problems.isEmpty { throw FloorError.problems(problems) }
    }

    /// - Throws: ``FloorError/occupied(_:)`` if a desk that `drawing` does not contain is occupied and not in `confirmedDesks`.
    private func checkOccupancy(
        _ floor: LockedFloor, becoming drawing: FloorDrawing, _ confirmedDesks: Set<String>, now: Instant,
        _ connection: PostgresConnection
    ) async throws {
        let stay = Set(drawing.desks.map(\.id))
        let before = try await connection.query(
            "Floors/desks_of_floor", ["office": floor.office, "floor_name": floor.name]
        ).map { try $0.get("id", as: String.self) }
        let gone = Set(before).subtracting(stay)
        // Taps wait from here until the end of the transaction, and are then rejected at a desk that is gone.
        _ = try await connection.query("Taps/lock_log")
        try await fold.readEverybody(connection)
        let occupied = fold.withLog { log in
            log.openPlaces.filter { place in
                place.holdsDesk && place.presence.isOpen(at: now) && place.desk?.office == floor.office
                    && place.desk.map { gone.contains($0.desk.description) } ?? false
            }
        }
        var map = PeopleOnMap()
        let seated = try await map.presences(at: occupied, connection).compactMap { person in
            person.desk.map { SeatedPerson(desk: $0, name: person.displayName) }
        }.sorted { $0.desk < $1.desk }
        if seated.contains(where: { !confirmedDesks.contains($0.desk) }) { throw FloorError.occupied(seated) }
    }

    /// - Throws: ``FloorError/occupied(_:)``.
    private func replace(
        _ floor: LockedFloor, with drawing: FloorDrawing, confirmedDesks: Set<String>, now: Instant,
        _ connection: PostgresConnection
    ) async throws {
        try await checkOccupancy(floor, becoming: drawing, confirmedDesks, now: now, connection)
        let (office, name) = (floor.office, floor.name)
        try await connection.query(
            "Floors/publish_floor",
            [
                "width": Int32(clamping: drawing.width), "height": Int32(clamping: drawing.height),
                "picture": drawing.picture, "floor": floor.id,
            ])
        try await connection.query("Floors/remove_rooms", ["office": office, "floor_name": name])
        let remaining = drawing.desks.map(\.id)
        _ = try await connection.pipeline([PublishRooms(office: office, floorName: name, rooms: drawing.rooms).command])
        try await connection.query("Floors/retire_desks", ["office": office, "floor_name": name, "remaining": remaining])
        _ = try await connection.pipeline([PublishDesks(office: office, floorName: name, desks: drawing.desks).command])
    }
}

/// The parameters of `Floors/publish_rooms`.
private struct PublishRooms {
    let office: OfficeID
    let floorName: String
    let rooms: [Room]

    var command: PostgresCommand {
        PostgresCommand(
            "Floors/publish_rooms",
            [
                "office": office, "floor_name": floorName, "names": rooms.map(\.name), "x": int32s(rooms, \.x),
                "y": int32s(rooms, \.y), "widths": int32s(rooms, \.width), "heights": int32s(rooms, \.height),
                "are_areas": rooms.map(\.isArea),
            ])
    }
}

/// The parameters of `Floors/publish_desks`.
private struct PublishDesks {
    let office: OfficeID
    let floorName: String
    let desks: [Desk]

    var command: PostgresCommand {
        PostgresCommand(
            "Floors/publish_desks",
            [
                "office": office, "floor_name": floorName, "ids": desks.map(\.id), "x": int32s(desks, \.x),
                "y": int32s(desks, \.y), "widths": int32s(desks, \.width), "heights": int32s(desks, \.height),
                "rotations": int32s(desks, \.rotation), "out_of_service": desks.map(\.outOfService),
                "monitors": desks.map(\.hasMonitor), "height_adjustable": desks.map(\.isHeightAdjustable),
            ])
    }
}

private func int32s<Piece>(_ pieces: [Piece], _ length: (Piece) -> Int64) -> [Int32] {
    pieces.map { Int32(clamping: length($0)) }
}
