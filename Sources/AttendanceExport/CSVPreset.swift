/// How a CSV file is written for the program that will read it.
package enum CSVPreset: String, Sendable, CaseIterable {
    /// RFC 4180 in UTF-8.
    case standard
    /// With a byte order mark, without which Excel takes UTF-8 for the system's old encoding.
    case excel
    /// The same for systems whose decimal sign is a comma: fields are separated by semicolons.
    case excelSemicolon = "excel-semicolon"
    /// Windows code page 932 for Japanese payroll programs. A character it does not have is an error, never a question mark.
    case cp932

    var separator: UInt8 { self == .excelSemicolon ? UInt8(ascii: ";") : UInt8(ascii: ",") }
    var decimalSign: UInt8 { self == .excelSemicolon ? UInt8(ascii: ",") : UInt8(ascii: ".") }
    package var charset: String { self == .cp932 ? "windows-31j" : "utf-8" }
    var byteOrderMark: [UInt8] { self == .excel || self == .excelSemicolon ? [0xEF, 0xBB, 0xBF] : [] }
}
