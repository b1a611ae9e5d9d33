import Attendance
import Localization

/// Keeps the head and the first rows of a table, in the texts of a file: of XLSX as a program shows the cells.
struct PreviewFormat: ExportFormat {
    private let format: ExportRequest.Format
    /// Whether an instant has a second column with its UTC offset.
    private let hasOffsets: Bool
    private let hasHead: Bool
    /// Ends a text that is too long for a cell.
    private let mark: String
    private var csv: CSVFormat
    private var before: [[String]] = []
    private var head: [String] = []
    private var rows: [[String]] = []
    private var row: [String] = []

    init(_ export: Export) throws(ExportError) {
        format = export.request.format
        hasOffsets = format == .xlsx && !export.isInLocalTime
        mark = AboutWords(heads: export.heads).cut
        // Code page 932 has the same texts, and spreadsheets the same local times.
        let preset = export.request.preset
        var layout = format == .csv ? export.layout : .contract(isRounded: false)
        layout.csv?.encoding = .utf8
        hasHead = layout.csv?.hasHeader ?? true
        csv = try CSVFormat(format == .xlsx ? .excel : preset == .cp932 ? .standard : preset, layout)
        _ = csv.takeBytes()
        for line in layout.linesBefore {
            var cells: [String] = []
            for cell in line { cells.append(try text(.text(cell))) }
            before.append(cells)
        }
    }

    /// Whether further rows are not kept.
    var isFull: Bool { rows.count >= ExportPreview.rowCount }

    var preview: ExportPreview { ExportPreview(before: before, head: head, rows: rows) }

    mutating func begin(_ columns: [ExportColumn]) throws(ExportError) {
        guard hasHead else { return }
        for column in columns {
            switch format {
            case .csv: head.append(try text(.text(column.head)))
            case .xlsx: head.append(ExcelText(column.head, mark: mark).text)
            case .json, .ndjson: head.append(column.name)
            }
            if hasOffsets, column.kind == .moment || column.kind == .instant { head.append(column.offsetHead) }
        }
    }

    mutating func write(_ cell: ExportCell) throws(ExportError) {
        guard !isFull else { return }
        switch format {
        case .csv: row.append(try text(cell))
        case .xlsx: row += try cellTexts(cell)
        case .json, .ndjson: row.append(try value(cell))
        }
    }

    mutating func endRow() throws(ExportError) {
        guard !isFull else { return }
        rows.append(row)
        row = []
    }

    mutating func end() throws(ExportError) {}

    /// The text of a field of CSV.
    private mutating func text(_ cell: ExportCell) throws(ExportError) -> String {
        try csv.write(cell)
        try csv.endRow()
        let (field, quote) = (csv.takeBytes().dropLast(2), UInt8(ascii: "\""))
        guard field.first == quote else { return String(decoding: field, as: UTF8.self) }
        var text: [UInt8] = []
        var isDoubled = false
        for byte in field.dropFirst().dropLast() {
            isDoubled = byte == quote && !isDoubled
            if !isDoubled { text.append(byte) }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// What a program shows for a cell of XLSX, in one or two columns.
    private mutating func cellTexts(_ cell: ExportCell) throws(ExportError) -> [String] {
        switch cell {
        case .text(let text): return [ExcelText(FormulaGuard.guarded(text), mark: mark).text]
        case .hoursAndMinutes(let seconds): return [hoursAndMinutes(seconds)]
        case .decimalHours(let seconds), .roundedHours(let seconds): return [WorkedTime.roundedHours(seconds)]
        case .moment(let seconds, let offset):
            let local = try text(cell)
            return hasOffsets ? [local, seconds == nil ? "" : XLSXFile.utcOffset(offset)] : [local]
        case .instant(let instant, let offset):
            let milliseconds = instant.millisecondsSince1970 - instant.seconds * 1000
            let local = try text(cell) + "." + String(1000 + milliseconds).dropFirst()
            return hasOffsets ? [local, XLSXFile.utcOffset(offset)] : [local]
        case .plain, .integer, .date, .empty: return [try text(cell)]
        }
    }

    /// A value of JSON.
    private mutating func value(_ cell: ExportCell) throws(ExportError) -> String {
        switch cell {
        case .text(let text): return text
        case .empty, .moment(nil, _): return "null"
        default: return try text(cell)
        }
    }
}
