import Glibc

/// The area of a desk: a rectangle rotated about its centre.
struct DeskBox {
    private struct Point { var x, y: Double }

    private let corners: [Point]
    private let middle: Point
    private let radius: Double

    /// A smaller overlap is ignored: desks may touch, and rounding may make touching desks overlap.
    private static let tolerance = 0.5

    init(_ desk: Desk) {
        let (halfWidth, halfHeight) = (Double(desk.width) / 2, Double(desk.height) / 2)
        let middle = Point(x: Double(desk.x) + halfWidth, y: Double(desk.y) + halfHeight)
        let angle = Double(desk.rotation) * .pi / 180
        let (sine, cosine) = (sin(angle), cos(angle))
        self.middle = middle
        radius = (halfWidth * halfWidth + halfHeight * halfHeight).squareRoot()
        func corner(_ x: Double, _ y: Double) -> Point {
            Point(x: middle.x + x * cosine - y * sine, y: middle.y + x * sine + y * cosine)
        }
        corners = [
            corner(-halfWidth, -halfHeight), corner(halfWidth, -halfHeight), corner(halfWidth, halfHeight),
            corner(-halfWidth, halfHeight),
        ]
    }

    func isInside(width: Int64, height: Int64) -> Bool {
        corners.allSatisfy { corner in
            (-Self.tolerance...Double(width) + Self.tolerance).contains(corner.x)
                && (-Self.tolerance...Double(height) + Self.tolerance).contains(corner.y)
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
