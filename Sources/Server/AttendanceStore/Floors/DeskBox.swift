import Glibc

/// The area of a desk, or of something beside it: a rectangle rotated about the desk's centre.
struct DeskBox {
    /// The corners, in the direction of rotation.
    private let xs, ys: SIMD4<Double>
    /// The bounds in the directions of the drawing.
    let left, right, top, bottom: Double

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
        let (across, down) = (SIMD4(left, right, right, left), SIMD4(top, top, bottom, bottom))
        xs = x + across * cosine - down * sine
        ys = y + across * sine + down * cosine
        (self.left, self.right, self.top, self.bottom) = (xs.min(), xs.max(), ys.min(), ys.max())
    }

    func isInside(x: Int64 = 0, y: Int64 = 0, width: Int64, height: Int64) -> Bool {
        left >= Double(x) - Self.tolerance && right <= Double(x + width) + Self.tolerance
            && top >= Double(y) - Self.tolerance && bottom <= Double(y + height) + Self.tolerance
    }

    /// Separating axis theorem: convex shapes are apart if their projections on the direction of an edge are apart.
    func overlaps(_ other: DeskBox) -> Bool {
        // Most boxes of a floor are far apart.
        guard left < other.right, other.left < right, top < other.bottom, other.top < bottom else { return false }
        return !isApart(from: other, along: self) && !isApart(from: other, along: other)
    }

    /// - Parameter edges: the box in whose two directions the projections are compared.
    private func isApart(from other: DeskBox, along edges: DeskBox) -> Bool {
        isApart(from: other, alongX: edges.xs[1] - edges.xs[0], y: edges.ys[1] - edges.ys[0])
            || isApart(from: other, alongX: edges.xs[2] - edges.xs[1], y: edges.ys[2] - edges.ys[1])
    }

    private func isApart(from other: DeskBox, alongX x: Double, y: Double) -> Bool {
        let length = max((x * x + y * y).squareRoot(), .leastNonzeroMagnitude)
        let mine = xs * (x / length) + ys * (y / length)
        let theirs = other.xs * (x / length) + other.ys * (y / length)
        return min(mine.max(), theirs.max()) - max(mine.min(), theirs.min()) <= Self.tolerance
    }
}
