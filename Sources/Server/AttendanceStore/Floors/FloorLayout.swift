package import Attendance

/// A generated floor drawing: groups of desks in two rows that face each other, and rooms along the upper wall.
package struct FloorLayout: Sendable {
    private(set) var floor: Floor
    private(set) var rooms: [Room] = []
    package private(set) var desks: [(id: DeskID, x: Int64, y: Int64)] = []

    /// The number of desks that ``init(floor:desks:prefix:)`` can arrange: 26 groups of 8.
    package static let deskCount = 1...208

    private static let desk: (width: Int64, height: Int64) = (112, 84)
    private static let gap: Int64 = 14
    private static let margin: Int64 = 40
    private static let aisle: Int64 = 64
    private static let roomHeight: Int64 = 104

    /// A floor with a number of desks in groups of at most eight.
    /// - Parameters:
    ///   - count: in ``deskCount``.
    ///   - prefix: the beginning of the desks' names.
    package init(floor name: String, desks count: Int, prefix: DeskID) {
        let groups = (count + 7) / 8
        self.init(
            floor: name, groups: groups, desksInGroup: (count + groups - 1) / groups, prefix: prefix.description)
        desks = Array(desks.prefix(count))
    }

    /// - Parameters:
    ///   - roomNames: from left to right. All rooms have the same width.
    ///   - prefix: the beginning of the desks' names; nil: the floor's name.
    package init(
        floor name: String, groups: Int, desksInGroup: Int, roomNames: [String] = [], prefix: String? = nil
    ) {
        let columns = Int64((desksInGroup + 1) / 2)
        let groupWidth = columns * Self.desk.width + (columns - 1) * Self.gap
        let perRow = Self.groupsPerRow(groups, width: groupWidth)
        let groupRows = (Int64(groups) + perRow - 1) / perRow
        let top = Self.margin + (roomNames.isEmpty ? 0 : Self.roomHeight + Self.aisle / 2)
        let groupHeight = Self.desk.height * 2 + Self.gap
        let width = Self.margin * 2 + perRow * groupWidth + (perRow - 1) * Self.aisle
        floor = Floor(
            name: name, width: width,
            height: top + groupRows * groupHeight + (groupRows - 1) * Self.aisle + Self.margin)

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
            let y = top + group / perRow * (groupHeight + Self.aisle)
            for number in 0..<Int64(desksInGroup) {
                guard let id = DeskID("\(prefix ?? name)-\(letter)\(number + 1)") else { continue }
                desks.append(
                    (
                        id, x + number % columns * (Self.desk.width + Self.gap),
                        y + number / columns * (Self.desk.height + Self.gap)
                    ))
            }
        }
    }

    /// The number that brings the floor's ratio of width to height closest to a screen's 1.6.
    private static func groupsPerRow(_ groups: Int, width groupWidth: Int64) -> Int64 {
        func distance(_ perRow: Int) -> Double {
            let rows = Int64((groups + perRow - 1) / perRow)
            let width = Int64(perRow) * (groupWidth + aisle), height = rows * (desk.height * 2 + gap + aisle)
            let ratio = Double(width) / Double(height) / 1.6
            return max(ratio, 1 / ratio)
        }
        return Int64((1...max(groups, 1)).min { distance($0) < distance($1) } ?? 1)
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
