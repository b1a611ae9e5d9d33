/// A parsed text of separated values (RFC 4180), as spreadsheets save and copy it: separated by commas, semicolons or tabs, in
/// one of the encodings of ``TextEncoding``. Lines end with CR LF, LF or CR.
package struct CSVText: Sendable {
    package struct Record: Sendable, Equatable {
        /// The number of the record's first line.
        package var line: Int
        package var fields: [String]

        package init(line: Int, fields: [String]) {
            self.line = line
            self.fields = fields
        }
    }

    package struct Malformation: Sendable, Equatable {
        package enum Kind: String, Error, Sendable {
            case openQuote = "a quotation mark in column {column} is not closed"
            case textBehindQuote =
                "text follows a closing quotation mark in column {column}; inside a quoted field, a quotation mark is written twice"
            case quoteInside = "there is a quotation mark inside column {column}, which does not begin with one"
            case notUTF8 = "column {column} is not UTF-8"
            case nullCharacter = "column {column} has a NUL character"
        }

        package var line: Int
        /// The number of the field.
        package var column: Int
        package var kind: Kind
        package var sentence: String { kind.rawValue.replacing("{column}", with: "\(column)") }
    }

    /// The records in order, without those whose fields are all empty.
    package private(set) var records: [Record] = []
    /// The malformed records. Parsing continues on the line after each one's first line.
    package private(set) var malformations: [Malformation] = []
    /// The text between two fields.
    package let separator: Unicode.Scalar
    package let encoding: TextEncoding

    private static let quote = UInt8(ascii: "\"")
    private static let newline = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")

    /// - Parameters:
    ///   - bytes: the file. Its first line can be `sep=` and the separator, which Excel knows. Otherwise the separator is the one
    ///     that occurs most in the first record.
    ///   - firstLine: the number of the first line.
    package init(_ bytes: [UInt8], firstLine: Int = 1) {
        let (bytes, encoding) = TextEncoding.decode(bytes)
        self.encoding = encoding
        var line = firstLine
        let declared = Self.declaredSeparator(bytes)
        var parser = Parser(
            bytes: bytes, separator: declared?.separator ?? Self.usualSeparator(bytes), position: declared?.end ?? 0)
        separator = Unicode.Scalar(parser.separator)
        if declared != nil { line += 1 }
        while parser.position < bytes.count {
            let start = parser.position
            var fields: [String] = []
            do throws(Malformation.Kind) {
                try parser.readRecord(into: &fields)
                if !fields.allSatisfy({ $0.allSatisfy(\.isWhitespace) }) { records.append(Record(line: line, fields: fields)) }
            } catch {
                malformations.append(Malformation(line: line, column: fields.count + 1, kind: error))
                // Only the first line of the malformed record is skipped.
                parser.position = start
                parser.skipLine()
            }
            line += parser.lineEnds(from: start)
        }
    }

    /// The separator that the first line declares, and the end of this line.
    private static func declaredSeparator(_ bytes: [UInt8]) -> (separator: UInt8, end: Int)? {
        var parser = Parser(bytes: bytes, separator: 0, position: 0)
        parser.skipLine()
        // A spreadsheet may have quoted the line, or have added empty fields.
        let line = bytes[..<parser.position].filter { $0 != quote && $0 != newline && $0 != carriageReturn }
        guard line.count > 4, String(decoding: line.prefix(4), as: UTF8.self).lowercased() == "sep=" else { return nil }
        let rest = line.dropFirst(4)
        guard let separator = rest.first, rest.allSatisfy({ $0 == separator }), separator < 0x80,
            !Unicode.Scalar(separator).properties.isAlphabetic
        else { return nil }
        return (separator, parser.position)
    }

    /// Of comma, semicolon and tab, the one that occurs most outside of quotation marks in the first line with other characters.
    private static func usualSeparator(_ bytes: [UInt8]) -> UInt8 {
        var (counts, countsBefore): ([UInt8: Int], [UInt8: Int]) = ([:], [:])
        var (isQuoted, isEmpty) = (false, true)
        for byte in bytes {
            switch byte {
            case quote: isQuoted.toggle()
            case newline where !isQuoted, carriageReturn where !isQuoted:
                if !isEmpty { return most(counts) }
                if !counts.isEmpty { (counts, countsBefore) = ([:], counts) }
            case UInt8(ascii: ",") where !isQuoted, UInt8(ascii: ";") where !isQuoted, UInt8(ascii: "\t") where !isQuoted:
                counts[byte, default: 0] += 1
            case UInt8(ascii: " "): break
            default: isEmpty = false
            }
        }
        return most(isEmpty && counts.isEmpty ? countsBefore : counts)
    }

    private static func most(_ counts: [UInt8: Int]) -> UInt8 {
        let known = [",", ";", "\t"].map { UInt8(ascii: $0) }
        return known.reduce(known[0]) { counts[$1, default: 0] > counts[$0, default: 0] ? $1 : $0 }
    }

    private struct Parser {
        let bytes: [UInt8]
        let separator: UInt8
        var position: Int

        /// Appends the fields of the record at `position`. Moves `position` past the end of the line.
        mutating func readRecord(into fields: inout [String]) throws(Malformation.Kind) {
            while true {
                let field = try position < bytes.count && bytes[position] == quote ? quoted() : plain()
                guard let text = String(validating: field, as: UTF8.self) else { throw .notUTF8 }
                guard !field.contains(0) else { throw .nullCharacter }
                fields.append(text)
                guard position < bytes.count else { return }
                guard bytes[position] == separator else { return skipLineEnd() }
                position += 1
            }
        }

        private mutating func plain() throws(Malformation.Kind) -> ArraySlice<UInt8> {
            let start = position
            while position < bytes.count, !endsField {
                // Cells are copied with their quotation marks.
                guard bytes[position] != quote || separator == UInt8(ascii: "\t") else { throw .quoteInside }
                position += 1
            }
            return bytes[start..<position]
        }

        private mutating func quoted() throws(Malformation.Kind) -> ArraySlice<UInt8> {
            var field: [UInt8] = []
            position += 1
            while position < bytes.count {
                if bytes[position] == quote {
                    position += 1
                    guard position < bytes.count, bytes[position] == quote else {
                        guard position == bytes.count || endsField else { throw .textBehindQuote }
                        return field[...]
                    }
                }
                field.append(bytes[position])
                position += 1
            }
            throw .openQuote
        }

        private var endsField: Bool {
            let byte = bytes[position]
            return byte == separator || byte == newline || byte == carriageReturn
        }

        private mutating func skipLineEnd() {
            let isReturn = bytes[position] == carriageReturn
            position += 1
            if isReturn, position < bytes.count, bytes[position] == newline { position += 1 }
        }

        /// Moves `position` past the end of its line, in quotation marks or not.
        mutating func skipLine() {
            position = bytes[position...].firstIndex { $0 == newline || $0 == carriageReturn } ?? bytes.count
            if position < bytes.count { skipLineEnd() }
        }

        /// The number of line ends before `position`.
        func lineEnds(from start: Int) -> Int {
            (start..<position).count { index in
                bytes[index] == newline
                    || bytes[index] == carriageReturn && !(index + 1 < position && bytes[index + 1] == newline)
            }
        }
    }

    private static let doubledQuotes = Escapes(["\"": "\"\""])

    /// One line of a CSV file, without the final CR LF.
    package static func line(_ fields: [String]) -> String {
        fields.map { field in
            field.utf8.contains { ",\"\r\n".utf8.contains($0) } ? "\"\(doubledQuotes.escape(field))\"" : field
        }.joined(separator: ",")
    }
}
