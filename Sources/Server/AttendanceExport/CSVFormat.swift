import Attendance

/// Writes a table as CSV (RFC 4180): rows end with CR LF, a field with a separator, quote or line break is quoted, quotes are
/// doubled.
struct CSVFormat: StreamedFormat {
    private let preset: CSVPreset
    private let separator: UInt8
    private let decimalSign: UInt8
    private let hasHeader: Bool
    private let isTabSeparated: Bool
    private var codePage: CodePage932?
    private let replaces: Bool
    /// The first texts with characters that the code page lacks.
    private var unmappable: [UnmappableText] = []
    /// The texts that were counted, to count each once.
    private var unmappableTexts: Set<String> = []
    /// The number of characters that the code page lacks.
    private(set) var unmappableCount = 0
    private static let mostNamedTexts = 3
    private static let mostNamedCharacters = 20
    /// Bounds the memory for the texts: further ones are not counted.
    private static let mostTexts = 10_000
    private var bytes: [UInt8] = []
    private var column = 0

    /// - Parameters:
    ///   - layout: determines the lines before the header, and what ``LayoutCSV`` says in place of the preset.
    ///   - replaces: whether `〓` replaces a character that the code page lacks. Otherwise ``end()`` throws, after it has counted
    ///     them all.
    init(_ preset: CSVPreset, _ layout: ExportLayout, replaces: Bool = false) throws(ExportError) {
        self.preset = preset
        self.replaces = replaces
        isTabSeparated = layout.isTabSeparated
        let csv = layout.csv ?? preset.csv
        separator = isTabSeparated ? UInt8(ascii: "\t") : csv.separator.byte
        (decimalSign, hasHeader) = (csv.decimalSign.byte, csv.hasHeader)
        if csv.encoding == .cp932 { codePage = try CodePage932() }
        bytes = csv.encoding.byteOrderMark
        for line in layout.linesBefore {
            for words in line { try write(.text(words)) }
            try endRow()
        }
    }

    mutating func begin(_ columns: [ExportColumn]) throws(ExportError) {
        guard hasHeader else { return }
        for column in columns { try write(.text(column.head)) }
        try endRow()
    }

    mutating func write(_ cell: ExportCell) throws(ExportError) {
        if column > 0 { bytes.append(separator) }
        switch cell {
        case .text(let text): try put(text)
        case .plain(let text): bytes.append(contentsOf: text.utf8)
        case .integer(let number): put(decimal: number)
        case .date(let date): date.write(to: &bytes)
        case .moment(let seconds?, let offset) where preset.isForExcel: put(local: seconds, offset: offset)
        case .instant(let instant, let offset) where preset.isForExcel: put(local: instant.seconds, offset: offset)
        case .moment(let seconds?, let offset):
            Instant(millisecondsSince1970: seconds * 1000).writeRFC3339(offset: Int(offset), to: &bytes)
        case .instant(let instant, let offset):
            instant.writeRFC3339(offset: Int(offset), precision: .milliseconds, to: &bytes)
        case .moment(nil, _), .empty: break
        case .hoursAndMinutes(let seconds): bytes.append(contentsOf: WorkedTime.hoursAndMinutes(seconds).utf8)
        case .decimalHours(let seconds): put(decimals: WorkedTime.decimalHours(seconds))
        case .roundedHours(let seconds): put(decimals: WorkedTime.roundedHours(seconds))
        }
        column += 1
    }

    mutating func endRow() throws(ExportError) {
        bytes.append(UInt8(ascii: "\r"))
        bytes.append(UInt8(ascii: "\n"))
        column = 0
    }

    mutating func end() throws(ExportError) {
        guard !unmappable.isEmpty, !replaces else { return }
        throw .unmappable(unmappable, others: unmappableTexts.count - unmappable.count)
    }

    var pendingBytes: Int { bytes.count }

    mutating func takeBytes() -> [UInt8] {
        defer { bytes.removeAll(keepingCapacity: true) }
        // After an error the rest is only counted.
        return unmappable.isEmpty || replaces ? bytes : []
    }

    /// Writes a local time such as `2026-11-02 09:31:45`, which Excel reads as a date with a time.
    private mutating func put(local seconds: Int64, offset: Int64) {
        let first = bytes.count
        Instant(millisecondsSince1970: seconds * 1000).writeRFC3339(offset: Int(offset), to: &bytes)
        // A year can have five digits.
        guard let place = bytes[first...].firstIndex(of: UInt8(ascii: "T")) else { return }
        bytes[place] = UInt8(ascii: " ")
        // Without the offset.
        bytes.removeSubrange((place + 9)...)
    }

    private mutating func put(decimals text: String) {
        for byte in text.utf8 { bytes.append(byte == UInt8(ascii: ".") ? decimalSign : byte) }
    }

    private mutating func put(decimal number: Int64) {
        if number < 0 { bytes.append(UInt8(ascii: "-")) }
        let first = bytes.count
        var rest = number.magnitude
        repeat {
            bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        } while rest > 0
        bytes[first...].reverse()
    }

    private mutating func put(_ text: String) throws(ExportError) {
        var text = FormulaGuard.guardedInCSV(text)
        if isTabSeparated { text = Self.onOneLine(text) }
        if let codePage {
            // Quotes are doubled as bytes: a quote with a combining mark is another character. No second byte of one is a quote.
            let encoded = if let whole = codePage.encode(text) { whole } else { replacing(text, codePage) }
            return put(encoded, inQuotes: encoded.contains(where: requiresQuotes))
        }
        // Most cells are texts, so their bytes are copied at once.
        var copy = text
        copy.withUTF8 { utf8 in put(utf8, inQuotes: utf8.contains(where: requiresQuotes)) }
    }

    private mutating func put(_ text: some Collection<UInt8>, inQuotes: Bool) {
        guard inQuotes else { return bytes.append(contentsOf: text) }
        bytes.append(UInt8(ascii: "\""))
        for byte in text {
            if byte == UInt8(ascii: "\"") { bytes.append(byte) }
            bytes.append(byte)
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// The text with spaces for tabs, line ends and other control characters. Programs that read tabs, such as QuickBooks, split a line
    /// there, also inside quotes.
    private static func onOneLine(_ text: String) -> String {
        var line = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let isBreak = [.control, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
            line.append(isBreak ? " " : scalar)
        }
        return String(line)
    }

    /// The text with `〓` in place of each character that the code page lacks. Counts them.
    private mutating func replacing(_ text: String, _ codePage: CodePage932) -> [UInt8] {
        var encoded: [UInt8] = []
        var missing: Set<Character> = []
        var named = ""
        for character in text {
            if let bytes = codePage.encode(String(character)) {
                encoded += bytes
            } else {
                encoded += CodePage932.replacement
                unmappableCount += 1
                if missing.insert(character).inserted, missing.count <= Self.mostNamedCharacters { named.append(character) }
            }
        }
        if unmappableTexts.count < Self.mostTexts, unmappableTexts.insert(text).inserted,
            unmappable.count < Self.mostNamedTexts
        {
            unmappable.append(UnmappableText(text: text, characters: named))
        }
        return encoded
    }

    private func requiresQuotes(_ byte: UInt8) -> Bool {
        byte == separator || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
    }
}
