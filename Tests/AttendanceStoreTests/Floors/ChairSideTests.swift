@testable import AttendanceStore

import Attendance
import Testing

@Suite struct `Sides of chairs` {
    private static func desk(_ x: Int64, _ y: Int64, rotation: Int64 = 0) -> Desk {
        Desk(id: "6F-A1", x: x, y: y, width: 112, height: 84, rotation: rotation, outOfService: nil)
    }

    private static func row(of count: Int64, y: Int64) -> [Desk] { (0..<count).map { desk(40 + $0 * 126, y) } }

    /// On a floor of 1000 by 500.
    private static func sides(of desks: [Desk], rooms: [Room] = []) -> [ChairSide?] {
        ChairSide.sides(of: desks, rooms: rooms, on: Floor(name: "6F", width: 1000, height: 500))
    }

    @Test func `The chairs of a row stand on one side, also where only a part of it faces another row`() {
        let sides = Self.sides(of: Self.row(of: 4, y: 40) + Self.row(of: 3, y: 138))
        #expect(sides == [.above, .above, .above, .above, .below, .below, .below])
    }

    @Test func `A desk between two close desks has no chair`() {
        #expect(Self.sides(of: [40, 138, 236].map { Self.desk(40, $0) }) == [.above, nil, .below])
    }

    @Test(arguments: [(39, ChairSide.above), (40, .below)] as [(Int64, ChairSide)])
    func `A chair needs 40 units before another desk`(gap: Int64, side: ChairSide) {
        #expect(Self.sides(of: [Self.desk(40, 100), Self.desk(40, 184 + gap)]) == [side, .below])
    }

    @Test func `Chairs of rotated desks stand away from each other`() {
        let left = [Self.desk(100, 100, rotation: 90), Self.desk(100, 226, rotation: 90)]
        let right = [Self.desk(198, 100, rotation: 90), Self.desk(198, 226, rotation: 90)]
        // Rotated by 90 degrees, below is left.
        #expect(Self.sides(of: left + right) == [.below, .below, .above, .above])
    }

    @Test func `Chairs cross no wall of a floor or room`() {
        #expect(Self.sides(of: [Self.desk(40, 416)]) == [.above])
        #expect(Self.sides(of: [Self.desk(40, 0), Self.desk(40, 98)]) == [nil, .below])
        let kitchen = Room(name: "Kitchen", x: 0, y: 200, width: 500, height: 100)
        #expect(Self.sides(of: [Self.desk(40, 110)], rooms: [kitchen]) == [.above])
        #expect(Self.sides(of: [Self.desk(40, 208)], rooms: [kitchen]) == [nil])
        let lounge = Room(name: "Lounge", x: 0, y: 200, width: 500, height: 100, isArea: true)
        #expect(Self.sides(of: [Self.desk(40, 110)], rooms: [lounge]) == [.below])
    }

    @Test func `A chair has no room beside a long desk that begins far above it`() {
        let long = Desk(id: "6F-A2", x: 142, y: 0, width: 112, height: 420, rotation: 0, outOfService: nil)
        let narrow = Desk(id: "6F-A1", x: 100, y: 300, width: 40, height: 84, rotation: 0, outOfService: nil)
        #expect(Self.sides(of: [narrow, long]) == [nil, .below])
        let away = [Self.desk(540, 10), Self.desk(666, 10)]
        #expect(Self.sides(of: [narrow, long] + away) == [nil, .below, .below, .below])
    }

    @Test(arguments: [0, 90] as [Int64])
    func `The chairs of a floor of 2000 desks stand as beside a few desks alone`(rotation: Int64) {
        /// Five close desks.
        func desks(_ x: Int64, _ y: Int64) -> [Desk] {
            [
                Self.desk(x, y, rotation: rotation), Self.desk(x + 126, y, rotation: rotation),
                Self.desk(x, y + 98, rotation: rotation), Self.desk(x + 126, y + 98, rotation: rotation),
                Self.desk(x, y + 196, rotation: rotation),
            ]
        }
        let floor = Floor(name: "6F", width: 20_000, height: 20_000)
        let alone = ChairSide.sides(of: desks(900, 900), rooms: [], on: floor)
        #expect(alone.contains { $0 != nil })
        let groups = (0..<400).map { (index: Int64) -> [Desk] in
            // Neither from left to right nor from top to bottom.
            let column = index * 7 % 20
            let line = index * 3 / 20 % 20
            return desks(900 + column * 900, 900 + line * 900)
        }
        let sides = ChairSide.sides(of: groups.flatMap { $0 }, rooms: [], on: floor)
        #expect(sides == groups.flatMap { _ in alone })
    }

    @Test(
        arguments: [
            (1, [1]), (7, [4, 3]), (8, [4, 4]), (13, [5, 4, 4]), (20, [5, 5, 5, 5]), (208, Array(repeating: 16, count: 13)),
        ] as [(Int, [Int])])
    func `A floor of some desks has rows of equal length, in which all chairs stand on one side`(count: Int, rows: [Int]) throws
    {
        let layout = FloorLayout(floor: "6F", desks: count, prefix: try #require(DeskID("6F")))
        let lines = Dictionary(grouping: layout.desks, by: \.y).sorted { $0.key < $1.key }.map(\.value)
        #expect(
            lines.map(\.count) == rows && lines.map { $0[0].id.description }.prefix(2) == ["6F-A1", "6F-B1"].prefix(rows.count))
        let desks = layout.desks.map { Self.desk($0.x, $0.y) }
        let sides = ChairSide.sides(of: desks, rooms: [], on: layout.floor)
        let expected = lines.indices.flatMap { row -> [ChairSide?] in
            let isUpperOfTwo = row % 2 == 0 && row + 1 < lines.count
            return lines[row].map { _ in isUpperOfTwo ? .above : .below }
        }
        #expect(sides == expected)
    }
}
