package import Attendance

/// A generated floor drawing: rows of desks that face each other in pairs, and rooms along the upper wall.
package struct FloorLayout: Sendable {
    private(set) var floor: Floor
    private(set) var rooms: [Room] = []
    package private(set) var desks: [(id: DeskID, x: Int64, y: Int64)] = []

    /// The number of desks that ``init(floor:desks:prefix:)`` arranges.
    package static let deskCount = 1...208

    private static let desk: (width: Int64, height: Int64) = (112, 84)
    private static let gap: Int64 = 14
    private static let margin: Int64 = 40
    private static let aisle: Int64 = 64
    private static let roomHeight: Int64 = 104
    /// Of two rows that face each other.
    private static let pairHeight = desk.height * 2 + gap

    /// A floor with a number of desks in rows of equal length, or of two lengths that differ by one. Each row has a letter.
    /// - Parameters:
    ///   - count: in ``deskCount``.
    ///   - prefix: the beginning of the desks' names.
    package init(floor name: String, desks count: Int, prefix: DeskID) {
        let rows = Self.rows(of: count)
        let (width, height) = Self.size(rows: rows, of: count)
        floor = Floor(name: name, width: width, height: height)
        for row in 0..<rows {
            guard let letter = Unicode.Scalar(UInt32(65 + row)) else { continue }
            let y =
                Self.margin + Int64(row / 2) * (Self.pairHeight + Self.aisle) + Int64(row % 2) * (Self.desk.height + Self.gap)
            for number in 0..<(count / rows + (row < count % rows ? 1 : 0)) {
                guard let id = DeskID("\(prefix)-\(letter)\(number + 1)") else { continue }
                desks.append((id, Self.margin + Int64(number) * (Self.desk.width + Self.gap), y))
            }
        }
    }

    /// The number of rows that brings the floor closest to a screen's shape. Rows of equal length come first, unless their floor is
    /// more than twice as wide or high as that.
    private static func rows(of count: Int) -> Int {
        func distance(_ rows: Int) -> Double {
            let (width, height) = size(rows: rows, of: count)
            return distanceFromScreen(width: width, height: height)
        }
        let all = 1...min(count, 26)
        let equal = all.filter { count % $0 == 0 && distance($0) <= 2 }
        return (equal.isEmpty ? Array(all) : equal).min { distance($0) < distance($1) } ?? 1
    }

    private static func size(rows: Int, of count: Int) -> (width: Int64, height: Int64) {
        let (longest, pairs) = (Int64((count + rows - 1) / rows), Int64(rows / 2))
        let (last, parts) = rows % 2 == 0 ? (Int64(0), pairs) : (desk.height, pairs + 1)
        return (
            margin * 2 + longest * desk.width + (longest - 1) * gap,
            margin * 2 + pairs * pairHeight + last + (parts - 1) * aisle
        )
    }

    /// A floor with groups of two rows. Each group has a letter.
    /// - Parameter roomNames: from left to right. All rooms have the same width.
    package init(floor name: String, groups: Int, desksInGroup: Int, roomNames: [String] = []) {
        let columns = Int64((desksInGroup + 1) / 2)
        let groupWidth = columns * Self.desk.width + (columns - 1) * Self.gap
        let perRow = Self.groupsPerRow(groups, width: groupWidth)
        let groupRows = (Int64(groups) + perRow - 1) / perRow
        let top = Self.margin + (roomNames.isEmpty ? 0 : Self.roomHeight + Self.aisle / 2)
        let width = Self.margin * 2 + perRow * groupWidth + (perRow - 1) * Self.aisle
        floor = Floor(
            name: name, width: width,
            height: top + groupRows * Self.pairHeight + (groupRows - 1) * Self.aisle + Self.margin)

        let count = Int64(max(roomNames.count, 1))
        let roomWidth = (width - Self.margin * 2 - (count - 1) * Self.gap) / count
        for (index, room) in roomNames.enumerated() {
            rooms.append(
                Room(
                    name: room, x: Self.margin + Int64(index) * (roomWidth + Self.gap), y: Self.margin, width: roomWidth,
                    height: Self.roomHeight))
        }
        for group in 0..<Int64(groups) {
            guard let letter = Unicode.Scalar(UInt32(65 + group)) else { continue }
            let x = Self.margin + group % perRow * (groupWidth + Self.aisle)
            let y = top + group / perRow * (Self.pairHeight + Self.aisle)
            for number in 0..<Int64(desksInGroup) {
                guard let id = DeskID("\(name)-\(letter)\(number + 1)") else { continue }
                desks.append(
                    (
                        id, x + number % columns * (Self.desk.width + Self.gap),
                        y + number / columns * (Self.desk.height + Self.gap)
                    ))
            }
        }
    }

    /// The number that brings the floor closest to a screen's shape.
    private static func groupsPerRow(_ groups: Int, width groupWidth: Int64) -> Int64 {
        func distance(_ perRow: Int) -> Double {
            let rows = Int64((groups + perRow - 1) / perRow)
            let width = Int64(perRow) * (groupWidth + aisle), height = rows * (pairHeight + aisle)
            return distanceFromScreen(width: width, height: height)
        }
        return Int64((1...max(groups, 1)).min { distance($0) < distance($1) } ?? 1)
    }

    /// How many times a shape is wider or higher than a screen of the same height or width, whose ratio is 1.6.
    private static func distanceFromScreen(width: Int64, height: Int64) -> Double {
        let ratio = Double(width) / Double(height) / 1.6
        return max(ratio, 1 / ratio)
    }
}

extension FloorStore {
    /// Adds a generated floor as the last tab of its office.
    /// - Throws: ``StoreError/alreadyExists(_:)``.
    package func addFloor(
        _ layout: FloorLayout, to office: OfficeID, by author: ChangeAuthor = .command, now: Instant? = nil
    ) async throws {
        let position = try await floors(of: office).count
        try await addFloor(
            layout.floor, position: position, rooms: layout.rooms, desks: layout.desks, to: office, by: author, now: now)
    }
}
