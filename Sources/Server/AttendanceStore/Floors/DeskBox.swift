import Glibc

/// The area of a desk, or of something beside it: a rectangle rotated about the desk's centre.
struct DeskBox {
    private struct Point { var x, y: Double }

    private let corners: [Point]
    private let middle: Point
    private let radius: Double

    /// A smaller overlap is ignored: desks may touch, and rounding may make touching desks overlap.
    private static let tolerance = 0.5

    init(_ desk: Desk) {
        let (halfWidth, halfHeight) = (Double(desk.width) / 2, Double(desk.height) / 2)
        self.init(beside: desk, left: -halfWidth, right: halfWidth, top: -halfHeight, bottom: halfHeight)
    }

    init(_ room: Room) {
        self.init(
            x: Double(room.x), y: Double(room.y), rotation: 0, left: 0, right: Double(room.width), top: 0,
            bottom: Double(room.height))
    }

    /// A rectangle in the directions of a desk. Its edges are relative to the desk's centre.
    init(beside desk: Desk, left: Double, right: Double, top: Double, bottom: Double) {
        self.init(
            x: Double(desk.x) + Double(desk.width) / 2, y: Double(desk.y) + Double(desk.height) / 2, rotation: desk.rotation,
            left: left, right: right, top: top, bottom: bottom)
    }

    /// - Parameter rotation: in degrees clockwise about `x` and `y`, to which the edges are relative.
    private init(
        x: Double, y: Double, rotation: Int64, left: Double, right: Double, top: Double, bottom: Double
    ) {
        let angle = Double(rotation) * .pi / 180
        let (sine, cosine) = (sin(angle), cos(angle))
        func point(_ across: Double, _ down: Double) -> Point {
            Point(x: x + across * cosine - down * sine, y: y + across * sine + down * cosine)
        }
        let (width, height) = (right - left, bottom - top)
        middle = point((left + right) / 2, (top + bottom) / 2)
        radius = (width * width + height * height).squareRoot() / 2
        corners = [point(left, top), point(right, top), point(right, bottom), point(left, bottom)]
    }

    func isInside(x: Int64 = 0, y: Int64 = 0, width: Int64, height: Int64) -> Bool {
        corners.allSatisfy { corner in
            corner.x >= Double(x) - Self.tolerance && corner.x <= Double(x + width) + Self.tolerance
                && corner.y >= Double(y) - Self.tolerance && corner.y <= Double(y + height) + Self.tolerance
        }
    }

    /// Separating axis theorem: convex shapes are apart if their projections on the direction of an edge are apart.
    func overlaps(_ other: DeskBox) -> Bool {
        let (dx, dy) = (middle.x - other.middle.x, middle.y - other.middle.y)
        if (dx * dx + dy * dy).squareRoot() >= radius + other.radius { return false }
        for axis in axes + other.axes {
            let (mine, theirs) = (projection(on: axis), other.projection(on: axis))
            let common = min(mine.upperBound, theirs.upperBound) - max(mine.lowerBound, theirs.lowerBound)
            if common <= Self.tolerance { return false }
        }
        return true
    }

    /// The directions of the edges as unit vectors.
    private var axes: [Point] {
        [(0, 1), (1, 2)].map { from, to in
            let edge = Point(x: corners[to].x - corners[from].x, y: corners[to].y - corners[from].y)
            let length = max((edge.x * edge.x + edge.y * edge.y).squareRoot(), .leastNonzeroMagnitude)
            return Point(x: edge.x / length, y: edge.y / length)
        }
    }

    private func projection(on axis: Point) -> ClosedRange<Double> {
        let positions = corners.map { $0.x * axis.x + $0.y * axis.y }
        return (positions.min() ?? 0)...(positions.max() ?? 0)
    }
}
