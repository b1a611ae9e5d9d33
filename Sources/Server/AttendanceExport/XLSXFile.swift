import Attendance
import CXLSXWriter
import Glibc

/// Writes tables as a spreadsheet for Excel and LibreOffice, row by row into a file. Each table is a sheet.
///
/// Dates and times are date cells. Durations are fractions of a day, so that sums pass 24 hours. Texts cannot become formulas.
/// A moment is the office's local time as a date cell. In files for programs, a second column has its UTC offset.
final class XLSXFile: ExportFormat {
    /// The characters and texts that cells could not have.
    private(set) var losses = ExportLosses.none

    private let workbook: UnsafeMutablePointer<lxw_workbook>
    private var sheet: UnsafeMutablePointer<lxw_worksheet>
    private let header: UnsafeMutablePointer<lxw_format>?
    /// The formats of the cells of most rows, and of the row of totals.
    private let plain, bold: CellFormats
    private var formats: CellFormats
    private let hasOffsets: Bool
    /// Ends a text that is too long for a cell.
    private let mark: String
    private var row: lxw_row_t = 0
    private var column: lxw_col_t = 0
    /// The width of each column's content.
    private var widths: [Int] = []
    /// Whether the numbers of this row are the sums of the rows above.
    private var isTotal = false
    private var isClosed = false

    private struct CellFormats {
        let text, date, moment, instant, hours, decimals: UnsafeMutablePointer<lxw_format>?

        init(_ book: UnsafeMutablePointer<lxw_workbook>, isBold: Bool) {
            func format(_ number: String?) -> UnsafeMutablePointer<lxw_format>? {
                let format = workbook_add_format(book)
                if let number { format_set_num_format(format, number) }
                if isBold { format_set_bold(format) }
                return format
            }
            text = isBold ? format(nil) : nil
            date = format("yyyy-mm-dd")
            moment = format("yyyy-mm-dd hh:mm:ss")
            instant = format("yyyy-mm-dd hh:mm:ss.000")
            hours = format("[h]:mm")
            decimals = format("0.00")
        }
    }

    /// - Parameters:
    ///   - folder: for libxlsxwriter's temporary files.
    ///   - created: the creation time in the file's properties. A fixed value makes two files of the same table identical.
    ///   - hasOffsets: whether a moment has a second column with its UTC offset.
    ///   - mark: ends a text that is too long for a cell.
    init(
        path: String, folder: String, sheetName: String, created: Instant, hasOffsets: Bool = true, mark: String = "… (cut)"
    ) throws(ExportError) {
        let book: UnsafeMutablePointer<lxw_workbook>? = folder.withCString { temporary in
            var options = lxw_workbook_options()
            options.constant_memory = 1
            options.use_zip64 = 1
            options.tmpdir = strdup(temporary)
            defer { free(options.tmpdir) }
            return workbook_new_opt(path, &options)
        }
        guard let book else { throw .notWritten("No spreadsheet can be created at \(path).") }
        var properties = lxw_doc_properties()
        properties.created = time_t(created.seconds)
        workbook_set_properties(book, &properties)
        guard let sheet = workbook_add_worksheet(book, ExcelLimits.sheetName(sheetName)) else {
            workbook_close(book)
            throw .notWritten("The sheet \(sheetName) cannot be added.")
        }
        workbook = book
        self.sheet = sheet
        self.hasOffsets = hasOffsets
        self.mark = mark
        header = workbook_add_format(book)
        format_set_bold(header)
        format_set_text_wrap(header)
        (plain, bold) = (CellFormats(book, isBold: false), CellFormats(book, isBold: true))
        formats = plain
    }

    func begin(_ columns: [ExportColumn]) throws(ExportError) {
        widths = []
        for column in columns {
            try put(head: column.head, Self.width(of: column.kind))
            guard hasOffsets, column.kind == .moment || column.kind == .instant else { continue }
            try put(head: column.offsetHead, Self.width(of: .text))
        }
        try endRow()
        worksheet_freeze_panes(sheet, 1, 0)
        worksheet_repeat_rows(sheet, 0, 0)
        worksheet_set_landscape(sheet)
        worksheet_fit_to_pages(sheet, 1, 0)
    }

    func write(_ cell: ExportCell) throws(ExportError) {
        switch cell {
        case .text(let text): try put(text: FormulaGuard.guarded(text))
        case .plain(let text): try put(text: text)
        case .integer(let number): try put(Double(number), formats.text)
        case .date(let date): try put(date, secondsAfterMidnight: 0, formats.date) { date.description }
        case .moment(nil, _): column += hasOffsets ? 2 : 1
        case .moment(let seconds?, let offset):
            try put(Instant(millisecondsSince1970: seconds * 1000), offset: offset, .seconds, formats.moment)
        case .instant(let instant, let offset): try put(instant, offset: offset, .milliseconds, formats.instant)
        case .empty: column += 1
        case .hoursAndMinutes(let seconds): try put(Double(seconds) / 86_400, formats.hours)
        case .decimalHours(let seconds), .roundedHours(let seconds): try put(Double(seconds) / 3_600, formats.decimals)
        }
    }

    func endRow() throws(ExportError) {
        row += 1
        column = 0
    }

    func end() throws(ExportError) {
        endSheet()
        isClosed = true
        let error = workbook_close(workbook)
        guard error == LXW_NO_ERROR else { throw .notWritten(String(cString: lxw_strerror(error))) }
    }

    /// Adds a sheet with the totals, a row each. The last row has the sums, as formulas with their results: some programs do not
    /// calculate.
    /// - Parameter columns: the columns with their heads.
    func add(
        _ totals: [PersonTotals], _ columns: [(column: TotalsColumn, head: ExportColumn)], sheetName: String
    ) throws(ExportError) {
        try beginSheet(sheetName)
        try begin(columns.map(\.head))
        for (place, line) in totals.enumerated() {
            if place == totals.count - 1 {
                // Not of the filter, which would sort it among the people.
                endTable()
                (formats, isTotal) = (bold, true)
            }
            for (column, _) in columns { try write(column.cell(of: line)) }
            try endRow()
        }
    }

    /// Adds a last sheet with the inputs and the author of the export.
    /// - Parameter lossLines: the lines about the losses.
    func add(
        _ about: ExportMetadata, sheetName: String, lossLines: (ExportLosses) -> [(name: String, value: String)]
    ) throws(ExportError) {
        try beginSheet(sheetName)
        worksheet_set_column(sheet, 0, 0, 24, nil)
        worksheet_set_column(sheet, 1, 1, 72, nil)
        for line in about.lines { try put(line) }
        for line in lossLines(losses) { try put(line) }
    }

    private func put(_ line: (name: String, value: String)) throws(ExportError) {
        formats = bold
        try put(text: line.name)
        formats = plain
        try put(text: FormulaGuard.guarded(line.value))
        try endRow()
    }

    private func beginSheet(_ name: String) throws(ExportError) {
        endSheet()
        guard let page = workbook_add_worksheet(workbook, ExcelLimits.sheetName(name)) else {
            throw .notWritten("The sheet \(name) cannot be added.")
        }
        (sheet, row, column, formats, isTotal) = (page, 0, 0, plain, false)
    }

    /// Sets the widths of the columns, and the filter if it is not set.
    private func endSheet() {
        if !isTotal { endTable() }
        for (column, width) in widths.enumerated() {
            worksheet_set_column(sheet, lxw_col_t(column), lxw_col_t(column), Double(width + 2), nil)
        }
        widths = []
    }

    /// Adds a filter for the rows so far.
    private func endTable() {
        guard !widths.isEmpty, row > 1 else { return }
        worksheet_autofilter(sheet, 0, 0, row - 1, lxw_col_t(widths.count - 1))
    }

    /// Writes a text. Its column becomes as wide, up to a bound.
    private func put(text: String) throws(ExportError) {
        let written = ExcelText(text, mark: mark)
        losses.replaced += written.replaced
        if written.isShortened { losses.shortened += 1 }
        let place = Int(column)
        if place < widths.count, text.utf8.count > widths[place] { widths[place] = max(widths[place], Self.width(of: text)) }
        try put(written.text, formats.text)
    }

    private func put(head: String, _ width: Int) throws(ExportError) {
        widths.append(max(width, Self.width(ofHead: head)))
        try put(ExcelText(head, mark: mark).text, header)
    }

    private func put(_ text: String, _ format: UnsafeMutablePointer<lxw_format>?) throws(ExportError) {
        try checkRow()
        try check(worksheet_write_string(sheet, row, column, text, format))
        column += 1
    }

    private func put(_ number: Double, _ format: UnsafeMutablePointer<lxw_format>?) throws(ExportError) {
        try checkRow()
        // Without a row above, there is nothing to sum.
        if isTotal, row > 1 {
            let letter = Self.letter(of: column)
            try check(
                worksheet_write_formula_num(sheet, row, column, "=SUM(\(letter)2:\(letter)\(row))", format, number))
        } else {
            try check(worksheet_write_number(sheet, row, column, number, format))
        }
        column += 1
    }

    /// - Precondition: one of the first 26 columns. The totals have fewer.
    private static func letter(of column: lxw_col_t) -> Unicode.Scalar { Unicode.Scalar(UInt8(ascii: "A") + UInt8(column)) }

    private func put(
        _ instant: Instant, offset: Int64, _ precision: Instant.Precision, _ format: UnsafeMutablePointer<lxw_format>?
    ) throws(ExportError) {
        let local = instant.millisecondsSince1970 + offset * 1000
        let days = (Double(local) / 86_400_000).rounded(.down)
        let seconds = Double(local) / 1000 - days * 86_400
        try put(CivilDate(daysSince1970: Int64(days)), secondsAfterMidnight: seconds, format) {
            instant.rfc3339(offset: Int(offset), precision: precision)
        }
        if hasOffsets { try put(text: Self.utcOffset(offset)) }
    }

    /// Writes a date cell, or a text if Excel's calendar lacks the day.
    private func put(
        _ date: CivilDate, secondsAfterMidnight seconds: Double, _ format: UnsafeMutablePointer<lxw_format>?,
        text: () -> String
    ) throws(ExportError) {
        guard ExcelLimits.days.contains(date) else { return try put(text: text()) }
        try put(Double(date.daysSince1970 + Self.firstDay) + seconds / 86_400, format)
    }

    /// The serial number of 1970-01-01: the days since 1899-12-30.
    private static let firstDay: Int64 = 25_569

    /// Such as `+09:00`.
    static func utcOffset(_ offset: Int64) -> String {
        (offset < 0 ? "-" : "+") + WorkedTime.hoursAndMinutes(abs(offset))
    }

    private func checkRow() throws(ExportError) {
        guard row < ExcelLimits.rows else { throw .tooManyRows(ExcelLimits.rows) }
    }

    private func check(_ error: lxw_error) throws(ExportError) {
        guard error == LXW_NO_ERROR else { throw .notWritten(String(cString: lxw_strerror(error))) }
    }

    deinit {
        if !isClosed { workbook_close(workbook) }
    }
}

// MARK: - Widths of columns, in digits

extension XLSXFile {
    private static let widestText = 48
    /// Wider heads are wrapped.
    private static let widestHead = 14

    private static func width(of kind: ExportColumn.Kind) -> Int {
        switch kind {
        case .text: 4
        case .integer, .hoursAndMinutes, .decimalHours: 8
        case .date: 10
        case .moment: 19
        case .instant: 23
        }
    }

    /// The width of the widest line. Characters outside ASCII count twice, as Japanese ones are.
    private static func width(of text: String) -> Int {
        var (widest, line) = (0, 0)
        for scalar in text.unicodeScalars {
            if scalar == "\n" { line = 0 } else { line += scalar.isASCII ? 1 : 2 }
            widest = max(widest, line)
            if widest >= widestText { return widestText }
        }
        return widest
    }

    /// A head is wrapped between its words. Japanese heads are wrapped anywhere.
    private static func width(ofHead head: String) -> Int {
        let words = head.split(separator: " ").map { word in
            word.unicodeScalars.allSatisfy(\.isASCII) ? width(of: String(word)) : min(width(of: String(word)), widestHead)
        }
        return max(words.max() ?? 0, min(width(of: head), widestHead))
    }
}
