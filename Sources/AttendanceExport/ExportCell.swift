import Attendance

/// One value of an exported table, before a format writes it.
enum ExportCell: Sendable, Equatable {
    /// Words of people: names, desks, reasons. Formats guard them against being run as a formula.
    case text(String)
    case integer(Int64)
    case date(CivilDate)
    /// Nothing is known or named.
    case empty
    /// Whole seconds since 1970, and how far the office's clock was ahead of UTC then, in seconds; nil is empty.
    case moment(Int64?, offset: Int64)
    /// The same to the millisecond.
    case instant(Instant, offset: Int64)
    /// Seconds, shown as hours and minutes.
    case hoursAndMinutes(Int64)
    /// Seconds, shown as hours with four decimals.
    case decimalHours(Int64)
}

/// A column of an export: its name is part of the contract with whoever reads the file.
struct ExportColumn: Sendable, Equatable {
    /// What its cells hold, so that a format can choose width and number format before the first row.
    enum Kind: Sendable {
        case text, integer, date, moment, instant, hoursAndMinutes, decimalHours
    }

    var name: String
    var kind: Kind
}

/// A format that takes a table cell by cell.
protocol ExportFormat {
    /// Writes what stands before the first row.
    mutating func begin(_ columns: [ExportColumn]) throws(ExportError)
    mutating func write(_ cell: ExportCell) throws(ExportError)
    mutating func endRow() throws(ExportError)
    /// Writes what stands behind the last row.
    mutating func end() throws(ExportError)
}

/// A format whose bytes can be sent while the table is still being made.
protocol StreamedFormat: ExportFormat {
    /// How many bytes wait to be taken.
    var pendingBytes: Int { get }
    /// The bytes written since the last call; they are forgotten here.
    mutating func takeBytes() -> [UInt8]
}
