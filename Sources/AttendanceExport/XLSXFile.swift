import Attendance
import CXLSXWriter
import Glibc

/// Writes tables as a spreadsheet for Excel and LibreOffice, row by row into a file. Each table is a sheet.
///
/// Dates and times are date cells. Durations are fractions of a day, so that sums pass 24 hours. Texts cannot become formulas.
/// A moment is the office's local time as a date cell. In files for programs, a second column has its UTC offset.
final class XLSXFile: ExportFormat {
    /// Excel's maximum, including the header.
    static let maximumRows = 1_048_576

    private let workbook: UnsafeMutablePointer<lxw_workbook>
    private var sheet: UnsafeMutablePointer<lxw_worksheet>
    private let formats: Formats
    private let hasOffsets: Bool
    private var row: lxw_row_t = 0
    private var column: lxw_col_t = 0
    private var isClosed = false

    private struct Formats {
        let header, date, moment, instant, hours, decimals: UnsafeMutablePointer<lxw_format>?
    }

    /// - Parameters:
    ///   - folder: for libxlsxwriter's temporary files.
    ///   - created: the creation time in the file's properties. A fixed value makes two files of the same table identical.
    ///   - hasOffsets: whether a moment has a second column with its UTC offset.
    init(
        path: String, folder: String, sheetName: String, created: Instant, hasOffsets: Bool = true
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
        guard let sheet = workbook_add_worksheet(book, sheetName) else {
            workbook_close(book)
            throw .notWritten("The sheet \(sheetName) cannot be added.")
        }
        workbook = book
        self.sheet = sheet
        self.hasOffsets = hasOffsets
        formats = Formats(
            header: Self.format(book) { format_set_bold($0) },
            date: Self.format(book) { format_set_num_format($0, "yyyy-mm-dd") },
            moment: Self.format(book) { format_set_num_format($0, "yyyy-mm-dd hh:mm:ss") },
            instant: Self.format(book) { format_set_num_format($0, "yyyy-mm-dd hh:mm:ss.000") },
            hours: Self.format(book) { format_set_num_format($0, "[h]:mm") },
            decimals: Self.format(book) { format_set_num_format($0, "0.0000") })
    }

    func begin(_ columns: [ExportColumn]) throws(ExportError) {
        for column in columns {
            widen(column)
            try put(text: column.head, formats.header)
            guard hasOffsets, column.kind == .moment || column.kind == .instant else { continue }
            try put(text: column.offsetHead, formats.header)
        }
        try endRow()
        worksheet_freeze_panes(sheet, 1, 0)
        worksheet_repeat_rows(sheet, 0, 0)
        worksheet_set_landscape(sheet)
        worksheet_fit_to_pages(sheet, 1, 0)
    }

    func write(_ cell: ExportCell) throws(ExportError) {
        switch cell {
        case .text(let text): try put(text: FormulaGuard.guarded(text), nil)
        case .integer(let number): try put(Double(number), nil)
        case .date(let date): try put(Self.serial(seconds: date.daysSince1970 * 86_400), formats.date)
        case .moment(nil, _): column += hasOffsets ? 2 : 1
        case .moment(let seconds?, let offset):
            try put(Self.serial(seconds: seconds + offset), formats.moment)
            if hasOffsets { try put(text: Self.utcOffset(offset), nil) }
        case .instant(let instant, let offset):
            let local = Double(instant.millisecondsSince1970 + offset * 1000) / 86_400_000
            try put(local + Double(Self.firstDay), formats.instant)
            if hasOffsets { try put(text: Self.utcOffset(offset), nil) }
        case .empty: column += 1
        case .hoursAndMinutes(let seconds): try put(Double(seconds) / 86_400, formats.hours)
        case .decimalHours(let seconds): try put(Double(seconds) / 3_600, formats.decimals)
        }
    }

    func endRow() throws(ExportError) {
        row += 1
        column = 0
        guard row < Self.maximumRows else { throw .tooManyRows(Self.maximumRows) }
    }

    func end() throws(ExportError) {
        isClosed = true
        let error = workbook_close(workbook)
        guard error == LXW_NO_ERROR else { throw .notWritten(String(cString: lxw_strerror(error))) }
    }

    /// Adds a sheet with the totals, a row each.
    /// - Parameter columns: the columns with their heads.
    func add(
        _ totals: [PersonTotals], _ columns: [(column: TotalsColumn, head: ExportColumn)], sheetName: String
    ) throws(ExportError) {
        sheet = try page(sheetName)
        (row, column) = (0, 0)
        try begin(columns.map(\.head))
        for line in totals {
            for (column, _) in columns { try write(column.cell(of: line)) }
            try endRow()
        }
    }

    private func page(_ name: String) throws(ExportError) -> UnsafeMutablePointer<lxw_worksheet> {
        guard let page = workbook_add_worksheet(workbook, name) else {
            throw .notWritten("The sheet \(name) cannot be added.")
        }
        return page
    }

    /// Adds a last sheet with the inputs and the author of the export.
    func add(_ about: ExportMetadata, sheetName: String) throws(ExportError) {
        let page = try page(sheetName)
        worksheet_set_column(page, 0, 0, 24, formats.header)
        worksheet_set_column(page, 1, 1, 72, nil)
        for (row, entry) in about.lines.enumerated() {
            worksheet_write_string(page, lxw_row_t(row), 0, entry.name, formats.header)
            worksheet_write_string(page, lxw_row_t(row), 1, FormulaGuard.guarded(entry.value), nil)
        }
    }

    /// The local time as Excel's serial number: the days since 1899-12-30.
    private static func serial(seconds: Int64) -> Double { Double(seconds + firstDay * 86_400) / 86_400 }

    /// The serial number of 1970-01-01.
    private static let firstDay: Int64 = 25_569

    /// Such as `+09:00`.
    private static func utcOffset(_ offset: Int64) -> String {
        (offset < 0 ? "-" : "+") + WorkedTime.hoursAndMinutes(abs(offset))
    }

    private func widen(_ column: ExportColumn) {
        let width: Double =
            switch column.kind {
            case .text: 20
            case .moment: 19
            case .instant: 23
            case .integer, .date, .hoursAndMinutes, .decimalHours: 13
            }
        widen(to: max(width, Self.width(of: column.head)))
    }

    private func widen(to width: Double) { worksheet_set_column(sheet, column, column, width, nil) }

    /// The width of a head in digits. Japanese characters are twice as wide.
    private static func width(of head: String) -> Double {
        Double(head.unicodeScalars.reduce(1) { $0 + ($1.isASCII ? 1 : 2) })
    }

    private func put(text: String, _ format: UnsafeMutablePointer<lxw_format>?) throws(ExportError) {
        try check(worksheet_write_string(sheet, row, column, text, format))
        column += 1
    }

    private func put(_ number: Double, _ format: UnsafeMutablePointer<lxw_format>?) throws(ExportError) {
        try check(worksheet_write_number(sheet, row, column, number, format))
        column += 1
    }

    private func check(_ error: lxw_error) throws(ExportError) {
        guard error == LXW_NO_ERROR else { throw .notWritten(String(cString: lxw_strerror(error))) }
    }

    deinit {
        if !isClosed { workbook_close(workbook) }
    }

    private static func format(
        _ book: UnsafeMutablePointer<lxw_workbook>, _ set: (UnsafeMutablePointer<lxw_format>) -> Void
    ) -> UnsafeMutablePointer<lxw_format>? {
        let format = workbook_add_format(book)
        if let format { set(format) }
        return format
    }
}
