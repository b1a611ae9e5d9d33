import Attendance

/// The limits of a workbook (Microsoft, "Excel specifications and limits"). Excel repairs or refuses a file that exceeds one.
enum ExcelLimits {
    /// In a sheet, including the head.
    static let rows = 1_048_576
    /// UTF-16 code units in a cell.
    static let textLength = 32_767
    /// The days of a date cell: Excel takes 1900 for a leap year, so earlier days have other numbers.
    static let days = CivilDate(daysSince1970: -25_508)...CivilDate(daysSince1970: 2_932_896)

    /// The name of a sheet: 1 to 31 UTF-16 code units, without `[ ] : * ? / \` and without an apostrophe at an end.
    static func sheetName(_ text: String) -> String {
        var name: [Unicode.Scalar] = []
        var units = 0
        for scalar in text.unicodeScalars {
            units += scalar.utf16.count
            if units > 31 { break }
            name.append("[]:*?/\\".unicodeScalars.contains(scalar) || !ExcelText.isWritable(scalar) ? "_" : scalar)
        }
        if name.first == "'" { name[0] = "_" }
        if name.last == "'" { name[name.count - 1] = "_" }
        return name.isEmpty ? "_" : String(String.UnicodeScalarView(name))
    }
}

/// A text as a cell can have it.
struct ExcelText: Equatable {
    private(set) var text: String
    /// The number of characters that U+FFFD replaces: those that XML lacks, and control characters.
    private(set) var replaced = 0
    /// Whether the text is too long for a cell, and ends with a mark.
    private(set) var isShortened = false

    /// - Parameter mark: ends a text that is too long.
    init(_ text: String, mark: String) {
        self.text = text
        guard text.utf8.count > ExcelLimits.textLength || text.utf8.contains(where: Self.isDoubtful) else { return }
        write(text, mark)
    }

    /// Whether a cell can have a character. XML 1.0 (2.2) has the noncharacters of the other planes.
    static func isWritable(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value >= 0x20 ? scalar.value != 0xFFFE && scalar.value != 0xFFFF : scalar == "\t" || scalar == "\n"
    }

    /// Whether a byte can be of a character that is not written as it is: of U+FFFE and U+FFFF the second one. Most texts have none.
    private static func isDoubtful(_ byte: UInt8) -> Bool {
        byte == 0xBF || byte == UInt8(ascii: "_") || byte < 0x20 && byte != UInt8(ascii: "\t") && byte != UInt8(ascii: "\n")
    }

    /// Line ends become line feeds, as Excel has them. An underscore that begins an escape such as `_x000D_` (ECMA-376-1, 22.9.2.19)
    /// is escaped itself.
    private mutating func write(_ whole: String, _ mark: String) {
        var written: [UInt8] = []
        /// The UTF-16 code units so far, and the bytes before which the mark has a place.
        var (units, end) = (0, 0)
        var rest = whole.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            let kept: String
            switch scalar {
            case "\r": kept = rest.first == "\n" ? "" : "\n"
            case "_" where Self.isEscape(rest): kept = "_x005F_"
            case _ where !Self.isWritable(scalar):
                kept = "\u{FFFD}"
                replaced += 1
            default: kept = String(scalar)
            }
            units += kept.utf16.count
            if units > ExcelLimits.textLength {
                isShortened = true
                break
            }
            written.append(contentsOf: kept.utf8)
            if units + mark.utf16.count <= ExcelLimits.textLength { end = written.count }
        }
        text = isShortened ? String(decoding: written[..<end], as: UTF8.self) + mark : String(decoding: written, as: UTF8.self)
    }

    /// Whether an underscore before these characters begins an escape.
    private static func isEscape(_ rest: Substring.UnicodeScalarView) -> Bool {
        let next = Array(rest.prefix(6))
        return next.count == 6 && next[0] == "x" && next[5] == "_" && next[1..<5].allSatisfy(\.properties.isASCIIHexDigit)
    }
}
