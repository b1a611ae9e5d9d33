import Attendance
import Postgres

/// Imports desks. Adds missing floors, sized to fit their desks.
struct DesksImport: ImportContent {
    private let author: ChangeAuthor
    private let now: Instant
    private let lines: [(line: Int, value: NewDesk)]

    /// A desk's default size, and the margin of a new floor around its desks.
    private static let (width, height, margin): (Int64, Int64, Int64) = (112, 84, 40)
    /// The maximum width and height of a drawing.
    private static let largest: Int64 = 100_000

    /// A floor by its name in Unicode NFC. The stored name can be in another composition.
    private struct FloorKey: Hashable {
        var office: OfficeID
        var name: String

        init(office: OfficeID, name: String) { (self.office, self.name) = (office, (try? ThingName.given(name)) ?? name) }
    }

    private struct Place: Hashable {
        var floor: FloorKey
        var x, y: Int64
    }

    private struct NewDesk {
        var id: DeskID
        var place: Place

        var key: DeskKey { DeskKey(office: place.floor.office, id: id.description) }
    }

    private struct DeskKey: Hashable {
        var office: OfficeID
        var id: String
    }

    /// The drawing's size, and the position of the floor's tab.
    private struct Drawing {
        /// Nil: the floor is new.
        var id: FloorID?
        /// The floor's stored name.
        var name: String
        var width, height, position: Int64

        mutating func reach(_ x: Int64, _ y: Int64) { (width, height) = (max(width, x), max(height, y)) }
    }

    init(_ table: inout ImportTable, _ offices: ImportOffices, author: ChangeAuthor, now: Instant) {
        (self.author, self.now) = (author, now)
        var seen = DuplicateLines<DeskKey>()
        lines = table.map { row throws(LineError) in
            let desk = try Self.read(row, offices)
            try seen.add(desk.key, "\(desk.id)", line: row.line)
            return desk
        }
    }

    func carryOut(_ table: inout ImportTable, _ connection: PostgresConnection) async throws -> ImportSummary {
        var floors: [FloorKey: Drawing] = [:]
        for row in try await connection.query("Import/all_floors") {
            let name = try row.get("name", as: String.self)
            floors[FloorKey(office: try row.get("office_id"), name: name)] = Drawing(
                id: try row.get("id", as: FloorID.self), name: name, width: try row.get("width"), height: try row.get("height"),
                position: try row.get("position"))
        }
        var (known, taken): ([DeskKey: Place], [Place: String]) = ([:], [:])
        for row in try await connection.query("Import/all_desks") {
            let floor = FloorKey(office: try row.get("office_id"), name: try row.get("floor"))
            let place = Place(floor: floor, x: try row.get("x"), y: try row.get("y"))
            known[DeskKey(office: floor.office, id: try row.get("id"))] = place
            taken[place] = try row.get("id")
        }
        var new: [NewDesk] = []
        for (line, desk) in lines {
            if let place = known[desk.key] {
                if place != desk.place { table.note(line, ImportFault(.deskElsewhere, ["desk": "\(desk.id)"])) }
                continue
            }
            if let fault = Self.fault(of: desk, at: taken[desk.place], on: floors[desk.place.floor]) {
                table.note(line, fault)
                continue
            }
            taken[desk.place] = desk.id.description
            new.append(desk)
        }
        try table.check()
        let added = try await add(new, besides: floors, connection)
        var summary = ImportSummary(known: lines.count - new.count)
        summary.add(new.count, .desk)
        summary.add(added, .floor)
        return summary
    }

    /// - Parameters:
    ///   - other: the desk at this place; nil: it is free.
    ///   - drawing: nil: the floor is new.
    private static func fault(of desk: NewDesk, at other: String?, on drawing: Drawing?) -> ImportFault<LineFault>? {
        if let other { return ImportFault(.deskOnAnother, ["desk": "\(desk.id)", "other": other]) }
        guard let drawing, desk.place.x + width > drawing.width || desk.place.y + height > drawing.height else { return nil }
        return ImportFault(
            .deskOutside,
            [
                "desk": "\(desk.id)", "floor": desk.place.floor.name, "width": "\(drawing.width)",
                "height": "\(drawing.height)", "deskWidth": "\(width)", "deskHeight": "\(height)",
            ])
    }

    private static func read(_ row: ImportTable.Row, _ offices: ImportOffices) throws(LineError) -> NewDesk {
        guard let id = DeskID(row["desk"]) else {
            throw LineError(.badDesk, ["text": row["desk"]])
        }
        guard !row["floor"].isEmpty else { throw LineError.missing("floor") }
        guard let floorName = try? ThingName.given(row["floor"]) else {
            throw LineError(.badText, ["column": "floor", "most": "\(ThingName.longest)"])
        }
        func length(_ column: String) throws(LineError) -> Int64 {
            guard let length = Int64(row[column]), (0...Self.largest).contains(length) else {
                throw LineError(.badLength, ["column": column, "text": row[column], "least": "0", "most": "\(Self.largest)"])
            }
            return length
        }
        let floor = FloorKey(office: try offices.office(row["office"]).id, name: floorName)
        return NewDesk(id: id, place: Place(floor: floor, x: try length("x"), y: try length("y")))
    }

    /// Adds desks and the floors they need.
    /// - Returns: the number of added floors.
    private func add(
        _ desks: [NewDesk], besides floors: [FloorKey: Drawing], _ connection: PostgresConnection
    ) async throws -> Int {
        var positions: [OfficeID: Int64] = [:]
        for (floor, drawing) in floors { positions[floor.office] = max(positions[floor.office] ?? -1, drawing.position) }
        var (order, added): ([FloorKey], [FloorKey: Drawing]) = ([], [:])
        for desk in desks where floors[desk.place.floor] == nil {
            let floor = desk.place.floor
            if added[floor] == nil {
                let position = (positions[floor.office] ?? -1) + 1
                positions[floor.office] = position
                added[floor] = Drawing(name: floor.name, width: 0, height: 0, position: position)
                order.append(floor)
            }
            added[floor]?.reach(desk.place.x + Self.width + Self.margin, desk.place.y + Self.height + Self.margin)
        }
        let drawings = order.compactMap { added[$0] }
        // Before the floors: they keep taps waiting until the end.
        let changed = Set(desks.map(\.place.floor)).compactMap { floors[$0] }.sorted { $0.name < $1.name }
        // So that no page of an editor that was opened before removes the desks again.
        _ = try await connection.pipeline(
            changed.map { floor in
                PostgresCommand(
                    "Floors/note_floor_change", ["author": author.person, "now": PostgresTimestamp(now), "floor": floor.id])
            })
        try await
            (order.map { ConfigurationChange(.floor, .added, $0.name) }
            + changed.map { ConfigurationChange(.floor, .published, $0.name) }).note(by: author, now: now, connection)
        try await connection.query(
            "Import/insert_floors",
            [
                "offices": order.map(\.office), "names": order.map(\.name),
                "positions": drawings.map { Int32(clamping: $0.position) },
                "widths": drawings.map { Int32(clamping: $0.width) }, "heights": drawings.map { Int32(clamping: $0.height) },
            ])
        try await connection.query(
            "Import/insert_desks",
            [
                "offices": desks.map(\.place.floor.office),
                "floors": desks.map { floors[$0.place.floor]?.name ?? $0.place.floor.name },
                "ids": desks.map(\.id.description), "x": desks.map { Int32(clamping: $0.place.x) },
                "y": desks.map { Int32(clamping: $0.place.y) },
            ])
        return order.count
    }
}
