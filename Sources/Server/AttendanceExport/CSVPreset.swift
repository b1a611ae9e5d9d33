/// The variant of CSV that a program expects.
package enum CSVPreset: String, Sendable, CaseIterable {
    /// RFC 4180 in UTF-8.
    case standard
    /// With a byte order mark. Instants are the office's local time without an offset, because Excel takes RFC 3339 for text.
    case excel
    /// Like ``excel``, for systems with a decimal comma: semicolons separate the fields.
    case excelSemicolon = "excel-semicolon"
    case cp932

    var csv: LayoutCSV {
        LayoutCSV(
            encoding: isForExcel ? .utf8WithMark : self == .cp932 ? .cp932 : .utf8,
            separator: self == .excelSemicolon ? .semicolon : .comma, decimalSign: self == .excelSemicolon ? .comma : .point)
    }
    package var isForExcel: Bool { self == .excel || self == .excelSemicolon }
}
