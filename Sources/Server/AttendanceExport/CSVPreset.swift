/// The variant of CSV that a program expects.
package enum CSVPreset: String, Sendable, CaseIterable {
    /// RFC 4180 in UTF-8.
    case standard
    /// With a byte order mark: without it, Excel reads UTF-8 as the system's legacy encoding. Instants are the office's local time
    /// without an offset, because Excel takes RFC 3339 for text.
    case excel
    /// Like ``excel``, for systems with a decimal comma: semicolons separate the fields.
    case excelSemicolon = "excel-semicolon"
    /// Windows code page 932, for Japanese payroll programs. A character outside it is an error, or
    /// replaced if the request says so.
    case cp932

    var separator: UInt8 { self == .excelSemicolon ? UInt8(ascii: ";") : UInt8(ascii: ",") }
    var decimalSign: UInt8 { self == .excelSemicolon ? UInt8(ascii: ",") : UInt8(ascii: ".") }
    package var charset: String { self == .cp932 ? "windows-31j" : "utf-8" }
    var byteOrderMark: [UInt8] { isForExcel ? [0xEF, 0xBB, 0xBF] : [] }
    package var isForExcel: Bool { self == .excel || self == .excelSemicolon }
}
