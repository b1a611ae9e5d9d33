import Attendance
import Postgres

/// Imports desks. Adds missing floors, sized to fit their desks.
struct DesksImport {
    private let connection: PostgresConnection
    private let offices: ImportOffices

    /// A desk's default size, and the margin of a new floor around its desks.
    private static let (width, height, margin): (Int64, Int64, Int64) = (112, 84, 40)
    /// The maximum width and height of a drawing.
    private static let largest: Int64 = 100_000

    init(_ connection: PostgresConnection, _ offices: ImportOffices) {
        (self.connection, self.offices) = (connection, offices)
    }

    private struct FloorKey: Hashable {
        var office: OfficeID
        var name: String
    }

    private struct Place: Hashable {
        var floor: FloorKey
        var x, y: Int64
    }

    private struct NewDesk {
        var id: DeskID
        var place: Place
    }

    private struct DeskKey: Hashable {
        var office: OfficeID
        var id: String
    }

    /// The drawing's size, and the position of the floor's tab.
    private struct Drawing {
        var width, height, position: Int64
    }

    func carryOut(_ table: inout ImportTable) async throws -> ImportSummary {
        var floors: [FloorKey: Drawing] = [:]
        for row in try await connection.query("Import/all_floors") {
            floors[FloorKey(office: try row.get("office_id"), name: try row.get("name"))] = Drawing(
                width: try row.get("width"), height: try row.get("height"), position: try row.get("position"))
        }
        var (known, taken): ([DeskKey: Place], [Place: String]) = ([:], [:])
        for row in try await connection.query("Import/all_desks") {
            let floor = FloorKey(office: try row.get("office_id"), name: try row.get("floor"))
            let place = Place(floor: floor, x: try row.get("x"), y: try row.get("y"))
            known[DeskKey(office: floor.office, id: try row.get("id"))] = place
            taken[place] = try row.get("id")
        }
        var seen = DuplicateLines<DeskKey>()
        let lines = table.map { row throws(LineError) -> NewDesk? in
            let desk = try read(row)
            let key = DeskKey(office: desk.place.floor.office, id: desk.id.description)
            try seen.add(key, "\(desk.id)", line: row.line)
            if let place = known[key] {
                guard place == desk.place else { throw LineError(.deskElsewhere, ["desk": "\(desk.id)"]) }
                return nil
            }
            if let other = taken[desk.place] { throw LineError(.deskOnAnother, ["desk": "\(desk.id)", "other": other]) }
            if let drawing = floors[desk.place.floor],
                desk.place.x + Self.width > drawing.width || desk.place.y + Self.height > drawing.height
            {
                throw LineError(
                    .deskOutside,
                    [
                        "desk": "\(desk.id)", "floor": desk.place.floor.name, "width": "\(drawing.width)",
                        "height": "\(drawing.height)", "deskWidth": "\(Self.width)", "deskHeight": "\(Self.height)",
                    ])
            }
            taken[desk.place] = desk.id.description
            return desk
        }
        try table.check()
        let new = lines.compactMap(\.value)
        let added = try await add(new, besides: floors)
        var summary = ImportSummary(known: lines.count - new.count)
        summary.add(new.count, .desk)
        summary.add(added, .floor)
        return summary
    }

    private func read(_ row: ImportTable.Row) throws(LineError) -> NewDesk {
        guard let id = DeskID(row["desk"]) else {
            throw LineError(.badDesk, ["text": row["desk"]])
        }
        guard !row["floor"].isEmpty else { throw LineError(.noFloor) }
        func length(_ column: String) throws(LineError) -> Int64 {
            guard let length = Int64(row[column]), (0...Self.largest).contains(length) else {
                throw LineError(.badLength, ["column": column, "text": row[column], "least": "0", "most": "\(Self.largest)"])
            }
            return length
        }
        let floor = FloorKey(office: try offices.office(row["office"]).id, name: row["floor"])
        return NewDesk(id: id, place: Place(floor: floor, x: try length("x"), y: try length("y")))
    }

    /// Adds desks and the floors they need.
    /// - Returns: the number of added floors.
    private func add(_ desks: [NewDesk], besides floors: [FloorKey: Drawing]) async throws -> Int {
        var (positions, added): ([OfficeID: Int64], Int) = ([:], 0)
        for (floor, drawing) in floors { positions[floor.office] = max(positions[floor.office] ?? -1, drawing.position) }
        var (order, seen): ([FloorKey], Set<FloorKey>) = ([], [])
        let byFloor = Dictionary(grouping: desks, by: \.place.floor)
        for desk in desks where seen.insert(desk.place.floor).inserted { order.append(desk.place.floor) }
        for floor in order {
            let desks = byFloor[floor] ?? []
            if floors[floor] == nil {
                let position = (positions[floor.office] ?? -1) + 1
                positions[floor.office] = position
                added += 1
                let width = (desks.map(\.place.x).max() ?? 0) + Self.width + Self.margin
                let height = (desks.map(\.place.y).max() ?? 0) + Self.height + Self.margin
                try await connection.query(
                    "Floors/insert_floor",
                    [
                        "office": floor.office, "name": floor.name, "position": Int32(clamping: position),
                        "width": Int32(clamping: width), "height": Int32(clamping: height),
                    ])
            }
            try await connection.query(
                "Floors/insert_desks",
                [
                    "office": floor.office, "floor_name": floor.name, "ids": desks.map(\.id.description),
                    "x": desks.map { Int32(clamping: $0.place.x) }, "y": desks.map { Int32(clamping: $0.place.y) },
                ])
        }
        return added
    }
}
