/// The areas of a floor's desks, sorted by their top, so that an area is compared only with those at its height.
struct DeskBoxes {
    private let boxes: [DeskBox]
    private let greatestHeight: Double

    init(_ desks: [Desk]) {
        boxes = desks.map { DeskBox($0) }.sorted { $0.top < $1.top }
        greatestHeight = boxes.map { $0.bottom - $0.top }.max() ?? 0
    }

    /// Whether a desk overlaps `area`.
    func overlap(_ area: DeskBox) -> Bool {
        boxes[firstIndex(from: area.top - greatestHeight)...].prefix { $0.top < area.bottom }.contains { $0.overlaps(area) }
    }

    /// The index of the first box whose top is `top` or lower in the drawing, by binary search.
    private func firstIndex(from top: Double) -> Int {
        var range = 0..<boxes.count
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            range = boxes[middle].top < top ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return range.lowerBound
    }
}
