import Attendance
import Localization

/// One value of an exported table, before a format writes it.
enum ExportCell: Sendable, Equatable {
    /// Text that people entered, such as names, desks and reasons. Formats prevent its execution as a formula.
    case text(String)
    /// Text of digits and signs that the program made, such as `-1:30`. It is written as it is.
    case plain(String)
    case integer(Int64)
    case date(CivilDate)
    /// No value.
    case empty
    /// Whole seconds since 1970, and the office's UTC offset at this moment in seconds; nil: empty.
    case moment(Int64?, offset: Int64)
    /// An instant with milliseconds, and the office's UTC offset in seconds.
    case instant(Instant, offset: Int64)
    /// A duration in seconds, shown as hours and minutes.
    case hoursAndMinutes(Int64)
    /// A duration in seconds, shown as hours with four decimals.
    case decimalHours(Int64)
    /// A duration in seconds, shown as hours with two decimals.
    case roundedHours(Int64)
}

/// A column of an export. Its name is part of the contract with programs that read the file.
struct ExportColumn: Sendable, Equatable {
    /// The type of the cells. A format needs it before the first row, for width and number format.
    enum Kind: Sendable {
        case text, integer, date, moment, instant, hoursAndMinutes, decimalHours
    }

    var name: String
    var kind: Kind
    /// The text in the first row of CSV and XLSX: the name, or a text for people.
    private(set) var head: String
    /// Whether a layout names the column. People see the same name.
    private let isNamed: Bool
    /// The head of the column with the UTC offset, which XLSX for programs adds to an instant.
    var offsetHead: String { name + "_utc_offset" }

    init(name: String, kind: Kind, isNamed: Bool = false) {
        (self.name, self.kind, self.isNamed) = (name, kind, isNamed)
        head = name
    }

    /// The column with heads for people, in the current language.
    var readable: ExportColumn {
        guard !isNamed else { return self }
        var column = self
        column.head = localized("export.column.\(name)")
        return column
    }

    /// A column of the sheet of totals, with its head for people in the current language.
    init(_ column: TotalsColumn) {
        self.init(name: column.rawValue, kind: column.kind)
        head = localized("export.totals.\(name)")
    }
}

/// A file format that writes a table cell by cell.
protocol ExportFormat {
    /// Writes the content before the first row.
    mutating func begin(_ columns: [ExportColumn]) throws(ExportError)
    mutating func write(_ cell: ExportCell) throws(ExportError)
    mutating func endRow() throws(ExportError)
    /// Writes the content after the last row.
    mutating func end() throws(ExportError)
}

/// A format whose bytes can be sent before the table is complete.
protocol StreamedFormat: ExportFormat {
    /// The number of bytes that ``takeBytes()`` would return.
    var pendingBytes: Int { get }
    /// Removes and returns the bytes written since the last call.
    mutating func takeBytes() -> [UInt8]
}
