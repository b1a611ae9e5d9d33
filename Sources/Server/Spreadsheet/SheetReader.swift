import Attendance

/// Reads the cells of a sheet (ECMA-376 part 1, 18.3.1).
struct SheetReader {
    private let texts: [String]
    private let formats: [CellFormat]
    private let epoch: Int
    /// The number of bytes that cells may still have: a shared text can be in many cells.
    private var rest: Int

    private(set) var rows: [CSVText.Record] = []
    private var row = CSVText.Record(line: 0, fields: [])
    /// The column of a cell that does not say its own: the one after the row's previous cell, which can be empty.
    private var nextColumn = 0
    private var cell = Cell()
    private var isValue = false

    /// The cell that is being read.
    private struct Cell {
        var column = 0
        var type = "n"
        var style = 0
        var value: String?
        var text = CellText()
        var hasFormula = false
    }

    /// The last row and column of Excel.
    private static let (mostRows, mostColumns) = (1_048_576, 16_384)

    init(texts: [String], formats: [CellFormat], epoch: Int, largest: Int) {
        (self.texts, self.formats, self.epoch, rest) = (texts, formats, epoch, largest)
    }

    mutating func take(_ part: XMLPart) throws(WorkbookError) {
        switch part {
        case .start("row", let values):
            let line = values["r"].flatMap { Int($0) } ?? row.line + 1
            guard line > row.line, line <= Self.mostRows else { throw .broken }
            (row, nextColumn) = (CSVText.Record(line: line, fields: []), 0)
        case .end("row"):
            if row.fields.contains(where: { !$0.isEmpty }) { rows.append(row) }
        case .start("c", let values):
            cell = Cell()
            cell.column = values["r"].flatMap(Self.column) ?? nextColumn
            guard (row.fields.count..<Self.mostColumns).contains(cell.column) else { throw .broken }
            nextColumn = cell.column + 1
            cell.type = values["t"] ?? "n"
            cell.style = values["s"].flatMap { Int($0) } ?? 0
        case .start("v", _): (isValue, cell.value) = (true, "")
        case .end("v"): isValue = false
        case .start("f", _): cell.hasFormula = true
        case .text(let text) where isValue: cell.value? += text
        case .end("c"): try add(try text(of: cell))
        default: cell.text.take(part)
        }
    }

    /// Empty cells are often left out of a file.
    private mutating func add(_ text: String) throws(WorkbookError) {
        if text.isEmpty { return }
        let missing = cell.column - row.fields.count
        // A text takes memory beside its characters.
        rest -= 16 * (missing + 1) + text.utf8.count
        guard rest >= 0 else { throw .tooLarge }
        row.fields += Array(repeating: "", count: missing)
        row.fields.append(text)
    }

    private func text(of cell: Cell) throws(WorkbookError) -> String {
        if cell.type == "inlineStr" { return cell.text.result }
        guard let value = cell.value, !value.isEmpty || cell.type == "str" else {
            guard !cell.hasFormula else { throw .noResult(cell: Self.name(of: cell.column) + "\(row.line)") }
            return ""
        }
        switch cell.type {
        case "s":
            guard let index = Int(value), texts.indices.contains(index) else { throw .broken }
            return texts[index]
        case "b": return value == "1" ? "TRUE" : "FALSE"
        case "n": return (formats.indices.contains(cell.style) ? formats[cell.style] : .general).text(value, epoch: epoch)
        // A formula's text, an error such as #N/A, or a date in ISO 8601.
        default: return CellText.unescaped(value)
        }
    }

    /// The number of a cell's column, such as 27 of `AB3`.
    private static func column(_ name: String) -> Int? {
        let letters = name.utf8.prefix { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 }
        guard (1...3).contains(letters.count) else { return nil }
        return letters.reduce(0) { $0 * 26 + Int($1 - UInt8(ascii: "A")) + 1 } - 1
    }

    private static func name(of column: Int) -> String {
        let letter = String(Unicode.Scalar(UInt8(ascii: "A") + UInt8(column % 26)))
        return column < 26 ? letter : name(of: column / 26 - 1) + letter
    }
}
