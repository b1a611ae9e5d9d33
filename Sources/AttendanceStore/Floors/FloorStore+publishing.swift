package import Attendance
import Postgres

extension FloorStore {
    /// Keeps a draft, which nobody but administrators sees.
    /// - Returns: the floor's version from then on.
    /// - Throws: ``FloorError/unknown``, ``FloorError/changedBy(_:at:)``.
    package func saveDraft(_ drawing: FloorDrawing, of version: FloorVersion, now: Instant) async throws -> Int64 {
        try await pool.withTransaction { connection in
            let floor = try await lock(version, connection)
            try await connection.query("Floors/set_floor_draft", floor.id, drawing.json)
            return try await note(version, now: now, connection)
        }
    }

    /// Forgets the draft, so that what is published is what there is.
    package func discardDraft(of version: FloorVersion, now: Instant) async throws {
        try await pool.withTransaction { connection in
            let floor = try await lock(version, connection)
            try await connection.query("Floors/remove_floor_draft", floor.id)
            _ = try await note(version, now: now, connection)
        }
    }

    /// Makes a drawing the floor that everybody sees, all of it or nothing. A desk that is no more in it is retired: nobody can
    /// start there, and all that was recorded at it stays. One that comes back under its id is the same desk.
    /// - Parameters:
    ///   - spokenOf: the desks at which somebody sits that may be retired all the same.
    ///   - isDryRun: whether all is taken back in the end.
    /// - Returns: the floor's version from then on.
    /// - Throws: ``FloorError``.
    package func publish(
        _ drawing: FloorDrawing, as version: FloorVersion, spokenOf: Set<String> = [], dryRun isDryRun: Bool = false,
        now: Instant
    ) async throws -> Int64 {
        struct TakenBack: Error { var version: Int64 }
        do {
            return try await naming(.partOfFile) {
                try await pool.withTransaction { connection in
                    let floor = try await lock(version, connection)
                    let drawing = drawing.normalised
                    try await check(drawing, on: floor, connection)
                    try await replace(floor, with: drawing, spokenOf: spokenOf, now: now, connection)
                    try await connection.query("Floors/remove_floor_draft", floor.id)
                    let next = try await note(version, now: now, connection)
                    if isDryRun { throw TakenBack(version: next) }
                    return next
                }
            }
        } catch let dry as TakenBack {
            return dry.version
        }
    }

    /// Removes a floor, and the screens that show it. Its desks are retired.
    /// - Parameter spokenOf: the desks at which somebody sits that may be retired all the same.
    /// - Throws: ``FloorError``.
    package func removeFloor(_ version: FloorVersion, spokenOf: Set<String> = [], now: Instant) async throws {
        try await pool.withTransaction { connection in
            let floor = try await lock(version, connection)
            try await replace(floor, with: FloorDrawing(), spokenOf: spokenOf, now: now, connection)
            try await connection.query("Floors/remove_floor", floor.id)
            // A display whose row is gone is refused everywhere.
            try await connection.notifyAccessChanged()
        }
    }

    private struct LockedFloor {
        let id, office: Int64
        let name: String
    }

    /// Holds the office's floors until the end of the transaction.
    private func lock(_ version: FloorVersion, _ connection: PostgresConnection) async throws -> LockedFloor {
        _ = try await connection.query("Floors/lock_floors_beside", version.floor)
        guard let row = try await connection.query("Floors/floor_to_edit", version.floor).first else {
            throw FloorError.unknown
        }
        if let seen = version.version, try row.get(3, as: Int64.self) != seen {
            throw FloorError.changedBy(try row.getIfPresent(8), at: try row.instantIfPresent(9))
        }
        return LockedFloor(id: version.floor, office: try row.get(0), name: try row.get(2))
    }

    private func note(_ version: FloorVersion, now: Instant, _ connection: PostgresConnection) async throws -> Int64 {
        try await connection.query("Floors/note_floor_change", version.floor, version.author, PostgresTimestamp(now))[0].get(0)
    }

    private func check(_ drawing: FloorDrawing, on floor: LockedFloor, _ connection: PostgresConnection) async throws {
        let elsewhere = try await connection.query("Floors/desks_elsewhere", floor.office, floor.name)
        var problems = drawing.problems(besides: try Self.floorsOfDesks(elsewhere))
        if let picture = drawing.picture,
            try await connection.query("Floors/has_picture", picture)[0].get(0, as: Bool.self) == false
        {
            problems.append(DrawingProblem(desk: nil, fault: ImportFault(.pictureGone)))
        }
        if !problems.isEmpty { throw FloorError.problems(problems) }
    }

    /// - Throws: ``FloorError/occupied(_:)`` where somebody sits at one of the desks that go and was not spoken of.
    private func speakOf(
        _ floor: LockedFloor, becoming drawing: FloorDrawing, _ spokenOf: Set<String>, now: Instant,
        _ connection: PostgresConnection
    ) async throws {
        let stay = Set(drawing.desks.map(\.id))
        let gone = try await connection.query("Floors/desks_of_floor", floor.office, floor.name)
            .map { try $0.get(0, as: String.self) }.filter { !stay.contains($0) }
        // Whoever taps while this is asked waits, and is then told that the desk is gone.
        _ = try await connection.query("Taps/lock_log")
        let seated = try await connection.query("Floors/people_at_desks", floor.office, gone, PostgresTimestamp(now)).map {
            row in
            SeatedPerson(desk: try row.get(0), name: try row.get(1))
        }
        if seated.contains(where: { !spokenOf.contains($0.desk) }) { throw FloorError.occupied(seated) }
    }

    /// - Throws: ``FloorError/occupied(_:)``.
    private func replace(
        _ floor: LockedFloor, with drawing: FloorDrawing, spokenOf: Set<String>, now: Instant,
        _ connection: PostgresConnection
    ) async throws {
        try await speakOf(floor, becoming: drawing, spokenOf, now: now, connection)
        func int32s<Piece>(_ pieces: [Piece], _ length: (Piece) -> Int64) -> [Int32] {
            pieces.map { Int32(clamping: length($0)) }
        }
        let (rooms, desks) = (drawing.rooms, drawing.desks)
        try await connection.query(
            "Floors/publish_floor", floor.id, Int32(clamping: drawing.width), Int32(clamping: drawing.height), drawing.picture)
        try await connection.query("Floors/remove_rooms", floor.office, floor.name)
        try await connection.query(
            "Floors/publish_rooms", floor.office, floor.name, rooms.map(\.name), int32s(rooms, \.x), int32s(rooms, \.y),
            int32s(rooms, \.width), int32s(rooms, \.height), rooms.map(\.isArea))
        try await connection.query("Floors/retire_desks", floor.office, floor.name, desks.map(\.id))
        try await connection.query(
            "Floors/publish_desks", floor.office, floor.name, desks.map(\.id), int32s(desks, \.x), int32s(desks, \.y),
            int32s(desks, \.width), int32s(desks, \.height), int32s(desks, \.rotation), desks.map(\.outOfService),
            desks.map(\.hasMonitor), desks.map(\.isHeightAdjustable))
    }
}
