import Glibc

/// The side of a desk on which its chair stands, in the desk's own direction: below is towards the bottom of the drawing for a
/// desk that is not rotated.
package enum ChairSide: String, Sendable, Encodable {
    case below, above

    /// Half the width of a drawn chair, and its depth beyond the edge of the desk.
    private static let (halfWidth, depth) = (28.0, 28.0)
    /// The depth without another desk that a chair needs.
    package static let clearance = 40.0

    /// The side of each desk, in the order of `desks`; nil: a chair has no room there.
    ///
    /// The chairs of a row stand on one side: where more of its desks have room for a chair, below if both sides are equal. So
    /// close rows face each other. A chair has room if no desk is close and if it crosses no wall of a room or of the floor.
    package static func sides(of desks: [Desk], rooms: [Room], on floor: Floor) -> [ChairSide?] {
        let boxes = DeskBoxes(desks)
        let rooms = rooms.filter { !$0.isArea }.map { (room: $0, box: DeskBox($0)) }
        var sides = [ChairSide?](repeating: nil, count: desks.count)
        for row in rows(of: desks) {
            func free(_ side: ChairSide) -> [Int] {
                row.filter { index in
                    let space = side.box(of: desks[index], depth: clearance)
                    let chair = side.box(of: desks[index], depth: depth)
                    return !boxes.overlap(space) && chair.isInside(width: floor.width, height: floor.height)
                        && rooms.allSatisfy { room, box in
                            chair.isInside(x: room.x, y: room.y, width: room.width, height: room.height) || !chair.overlaps(box)
                        }
                }
            }
            let (below, above) = (free(.below), free(.above))
            let side: ChairSide = above.count > below.count ? .above : .below
            for index in side == .above ? above : below { sides[index] = side }
        }
        return sides
    }

    private func box(of desk: Desk, depth: Double) -> DeskBox {
        let edge = Double(desk.height) / 2
        return DeskBox(
            beside: desk, left: -Self.halfWidth, right: Self.halfWidth, top: self == .below ? edge : -edge - depth,
            bottom: self == .below ? edge + depth : -edge)
    }

    /// The indices of the desks of each row, in the direction of the row. Desks stand in a row if they have the same direction, are
    /// level to half their depth, and are not further apart than a desk is wide.
    private static func rows(of desks: [Desk]) -> [[Int]] {
        let places = desks.map(place)
        var rows: [[Int]] = []
        for (_, turned) in Dictionary(grouping: desks.indices, by: { desks[$0].rotation }) {
            var levels: [[Int]] = []
            for index in turned.sorted(by: { places[$0].down < places[$1].down }) {
                if let first = levels.last?.first, places[index].down - places[first].down < Double(desks[first].height) / 2 {
                    levels[levels.count - 1].append(index)
                } else {
                    levels.append([index])
                }
            }
            for level in levels {
                var row: [Int] = []
                for index in level.sorted(by: { places[$0].across < places[$1].across }) {
                    if let last = row.last {
                        let gap =
                            places[index].across - places[last].across - Double(desks[index].width + desks[last].width) / 2
                        if gap > Double(desks[last].width) {
                            rows.append(row)
                            row = []
                        }
                    }
                    row.append(index)
                }
                rows.append(row)
            }
        }
        return rows
    }

    /// The centre of a desk in its own directions.
    private static func place(of desk: Desk) -> (across: Double, down: Double) {
        let angle = Double(desk.rotation) * .pi / 180
        let (x, y) = (Double(desk.x) + Double(desk.width) / 2, Double(desk.y) + Double(desk.height) / 2)
        return (x * cos(angle) + y * sin(angle), y * cos(angle) - x * sin(angle))
    }
}
