/// How CSV is written: by a preset, or as a layout requires. An export with such a layout has no preset.
package struct LayoutCSV: Sendable, Equatable {
    package enum Separator: String, Sendable, CaseIterable {
        case comma, semicolon, tab

        var byte: UInt8 {
            switch self {
            case .comma: UInt8(ascii: ",")
            case .semicolon: UInt8(ascii: ";")
            case .tab: UInt8(ascii: "\t")
            }
        }
    }

    package enum DecimalSign: String, Sendable, CaseIterable {
        case point, comma

        var byte: UInt8 { self == .comma ? UInt8(ascii: ",") : UInt8(ascii: ".") }
    }

    package var encoding: CSVEncoding
    package var separator: Separator
    package var decimalSign: DecimalSign
    package var hasHeader: Bool

    package init(
        encoding: CSVEncoding = .utf8, separator: Separator = .comma, decimalSign: DecimalSign = .point, hasHeader: Bool = true
    ) {
        (self.encoding, self.separator) = (encoding, separator)
        (self.decimalSign, self.hasHeader) = (decimalSign, hasHeader)
    }

    /// Whether a decimal sign is taken for a separator.
    var isAmbiguous: Bool { separator.byte == decimalSign.byte }
}
