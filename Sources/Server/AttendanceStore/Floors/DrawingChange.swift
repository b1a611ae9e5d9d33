/// The difference between the desks of two drawings.
package struct DrawingChange: Sendable, Equatable {
    package let added, changed, removed: [String]
    /// The number of unchanged desks.
    package let same: Int

    package init(from before: FloorDrawing, to after: FloorDrawing) {
        let old = Dictionary(before.desks.map { ($0.id, $0) }) { first, _ in first }
        let kept = Set(after.desks.map(\.id))
        added = after.desks.filter { old[$0.id] == nil }.map(\.id)
        changed = after.desks.filter { desk in old[desk.id].map { $0 != desk } ?? false }.map(\.id)
        removed = before.desks.map(\.id).filter { !kept.contains($0) }
        same = after.desks.count - added.count - changed.count
    }
}

extension FloorDrawing {
    /// This drawing with the content of a file. A JSON file replaces the whole drawing, a CSV file only the desks.
    /// - Parameter elsewhere: the office's desks on other floors, with the floor of each.
    /// - Throws: ``ImportError`` for a CSV file, ``FloorError`` for a JSON file.
    package func replaced(byFile bytes: [UInt8], besides elsewhere: [String: String]) throws -> FloorDrawing {
        let isJSON = bytes.first { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) } == UInt8(ascii: "{")
        guard isJSON else { return try withDesks(ofFile: bytes, besides: elsewhere) }
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let drawing = try FloorDrawing(json: bytes.starts(with: mark) ? bytes.dropFirst(3) : bytes[...]).normalised
        let problems = drawing.problems(besides: elsewhere)
        if !problems.isEmpty { throw FloorError.problems(problems) }
        return drawing
    }
}
