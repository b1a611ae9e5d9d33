import Attendance

/// A problem that prevents publishing a drawing.
package struct DrawingProblem: Sendable, Equatable {
    /// The desk's index in the drawing; nil: the problem concerns no desk.
    package let desk: Int?
    package let fault: ImportFault<LineFault>
}

extension FloorDrawing {
    /// The maximum number of listed problems.
    private static let mostProblems = 200
    private static let sizes: ClosedRange<Int64> = 100...largest

    /// This drawing in normal form: canonical desk ids, trimmed names and notes, rotations from 0 to 359 degrees.
    package var normalised: FloorDrawing {
        var drawing = self
        for index in desks.indices {
            if let id = DeskID(desks[index].id) { drawing.desks[index].id = id.description }
            let note = desks[index].outOfService.map(Self.kept)
            drawing.desks[index].outOfService = note?.isEmpty == true ? nil : note
            drawing.desks[index].rotation = (desks[index].rotation % 360 + 360) % 360
        }
        for index in rooms.indices { drawing.rooms[index].name = Self.kept(rooms[index].name) }
        return drawing
    }

    /// A name or note in its kept form; empty for one without visible characters.
    private static func kept(_ text: String) -> String { TypedText.line(cleaning: text, upTo: .max) ?? "" }

    /// All problems that prevent publishing the drawing.
    /// - Parameter elsewhere: the office's desks on other floors, with the floor of each.
    package func problems(besides elsewhere: [String: String]) -> [DrawingProblem] {
        var problems: [DrawingProblem] = []
        let size = ["width": "\(width)", "height": "\(height)"]
        if !Self.sizes.contains(width) || !Self.sizes.contains(height) {
            problems.append(DrawingProblem(desk: nil, fault: ImportFault(.badSize, size)))
        }
        func note(_ kind: LineFault, desk: Int? = nil, _ values: [String: String]) {
            guard problems.count < Self.mostProblems else { return }
            let fault = ImportFault(kind, values.merging(size) { first, _ in first })
            problems.append(DrawingProblem(desk: desk, fault: fault))
        }
        var names: Set<String> = []
        for room in rooms {
            if room.name.isEmpty { note(.roomUnnamed, [:]) }
            if !names.insert(room.name).inserted { note(.occursTwice, ["text": room.name]) }
            let isInside = room.x >= 0 && room.y >= 0 && room.x + room.width <= width && room.y + room.height <= height
            if room.width < 1 || room.height < 1 || !isInside { note(.outsideDrawing, ["text": room.name]) }
        }
        var seen: Set<String> = []
        let boxes = desks.map(DeskBox.init)
        for (index, desk) in desks.enumerated() {
            guard problems.count < Self.mostProblems else { break }
            guard DeskID(desk.id) != nil else {
                note(.badDesk, desk: index, ["text": desk.id])
                continue
            }
            if !seen.insert(desk.id).inserted { note(.occursTwice, desk: index, ["text": desk.id]) }
            if let floor = elsewhere[desk.id] { note(.deskOnOtherFloor, desk: index, ["desk": desk.id, "floor": floor]) }
            if desk.width < 1 || desk.height < 1 || !boxes[index].isInside(width: width, height: height) {
                note(.outsideDrawing, desk: index, ["text": desk.id])
            }
            for other in 0..<index where boxes[index].overlaps(boxes[other]) {
                note(.deskOnAnother, desk: index, ["desk": desk.id, "other": desks[other].id])
            }
        }
        return problems
    }
}
