import Attendance

extension FloorDrawing {
    /// The required and the optional columns of a file of desks.
    package static let columns = ["desk", "x", "y"]
    package static let optionalColumns = ["width", "height", "rotation", "out_of_service", "monitor", "height_adjustable"]

    /// The desks as CSV (RFC 4180), sorted by id, after a line with the column names.
    package var csv: String {
        let lines = desks.sorted { $0.id < $1.id }.map { desk in
            [
                FormulaGuard.guardedInCSV(desk.id), "\(desk.x)", "\(desk.y)", "\(desk.width)", "\(desk.height)",
                "\(desk.rotation)",
                FormulaGuard.guardedInCSV(desk.outOfService ?? ""), desk.hasMonitor ? "yes" : "no",
                desk.isHeightAdjustable ? "yes" : "no",
            ]
        }
        return ([Self.columns + Self.optionalColumns] + lines).map { CSVText.line($0) + "\r\n" }.joined()
    }

    /// This drawing with the desks of a file instead of its own.
    /// - Parameter elsewhere: the office's desks on other floors, with the floor of each.
    /// - Throws: ``ImportError`` with all problems.
    package func withDesks(ofFile bytes: [UInt8], besides elsewhere: [String: String]) throws(ImportError) -> FloorDrawing {
        var table = try ImportTable(bytes, columns: Self.columns, further: Self.optionalColumns)
        let lines = table.map(Self.desk)
        var drawing = self
        drawing.desks = lines.map(\.value)
        drawing = drawing.normalised
        if drawing.desks.count > Self.maximumDesks {
            table.note(lines[Self.maximumDesks].line, ImportFault(.tooManyDesks, ["most": "\(Self.maximumDesks)"]))
        } else {
            for problem in drawing.problems(besides: elsewhere) {
                if let desk = problem.desk { table.note(lines[desk].line, problem.fault) }
            }
        }
        try table.check()
        return drawing
    }

    private static func desk(_ row: ImportTable.Row) throws(LineError) -> Desk {
        let name = FormulaGuard.unguarded(row["desk"])
        guard let id = DeskID(name) else { throw LineError(.badDesk, ["text": name]) }
        func length(_ column: String, _ usual: Int64? = nil) throws(LineError) -> Int64 {
            if row[column].isEmpty, let usual { return usual }
            guard let length = Int64(row[column]), (-largest...largest).contains(length) else {
                throw LineError(
                    .badLength, ["column": column, "text": row[column], "least": "\(-largest)", "most": "\(largest)"])
            }
            return length
        }
        func flag(_ column: String) throws(LineError) -> Bool {
            switch row[column].lowercased() {
            case "", "no", "false", "0": return false
            case "yes", "true", "1": return true
            default: throw LineError(.badFlag, ["column": column, "text": row[column]])
            }
        }
        // A spreadsheet cell may contain line breaks, a drawing may not.
        let cell = FormulaGuard.unguarded(row["out_of_service"]).unicodeScalars.map { $0.value < 0x20 ? " " : $0 }
        let note = String(String.UnicodeScalarView(cell))
        guard note.unicodeScalars.count <= 200 else { throw LineError(.longNote) }
        return Desk(
            id: id.description, x: try length("x"), y: try length("y"), width: try length("width", defaultDesk.width),
            height: try length("height", defaultDesk.height), rotation: try length("rotation", 0),
            outOfService: note.isEmpty ? nil : note, hasMonitor: try flag("monitor"),
            isHeightAdjustable: try flag("height_adjustable"))
    }
}
