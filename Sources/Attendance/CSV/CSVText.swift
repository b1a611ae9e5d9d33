/// A parsed text of comma-separated values (RFC 4180).
package struct CSVText: Sendable {
    package struct Record: Sendable, Equatable {
        /// The number of the record's first line.
        package var line: Int
        package var fields: [String]
    }

    package struct Malformation: Sendable, Equatable {
        package enum Kind: String, Error, Sendable {
            case openQuote = "a quotation mark is not closed"
            case textBehindQuote =
                "text follows a closing quotation mark; inside a quoted field, a quotation mark is written twice"
            case quoteInside = "there is a quotation mark inside a field that does not begin with one"
            case notUTF8 = "the line is not UTF-8"
        }

        package var line: Int
        package var kind: Kind
        package var sentence: String { kind.rawValue }
    }

    /// The records in order, without empty lines.
    package private(set) var records: [Record] = []
    /// The malformed records. Parsing continues on the line after each one's first line.
    package private(set) var malformations: [Malformation] = []

    private static let quote = UInt8(ascii: "\"")
    private static let newline = UInt8(ascii: "\n")

    /// - Parameters:
    ///   - bytes: UTF-8, with or without a byte order mark; lines end with CR LF or LF.
    ///   - firstLine: the number of the first line.
    package init(_ bytes: [UInt8], firstLine: Int = 1) {
        var position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        var line = firstLine
        while position < bytes.count {
            let start = position
            var fields: [String] = []
            do throws(Malformation.Kind) {
                fields = try Self.fields(bytes, &position)
                if fields != [""] { records.append(Record(line: line, fields: fields)) }
            } catch {
                malformations.append(Malformation(line: line, kind: error))
                // Only the first line of the malformed record is skipped.
                position = bytes[start...].firstIndex(of: Self.newline).map { $0 + 1 } ?? bytes.count
            }
            line += bytes[start..<position].count { $0 == Self.newline }
        }
    }

    /// The fields of the record at `position`. Moves `position` past the end of the line.
    private static func fields(_ bytes: [UInt8], _ position: inout Int) throws(Malformation.Kind) -> [String] {
        var fields: [String] = []
        while true {
            let field =
                try position < bytes.count && bytes[position] == quote
                ? quoted(bytes, &position) : plain(bytes, &position)
            guard let text = String(validating: field, as: UTF8.self) else { throw .notUTF8 }
            fields.append(text)
            guard position < bytes.count else { return fields }
            let separator = bytes[position]
            position += separator == UInt8(ascii: "\r") ? 2 : 1
            if separator != UInt8(ascii: ",") { return fields }
        }
    }

    private static func plain(_ bytes: [UInt8], _ position: inout Int) throws(Malformation.Kind) -> [UInt8] {
        var field: [UInt8] = []
        while position < bytes.count, !endsField(bytes, position) {
            guard bytes[position] != quote else { throw .quoteInside }
            field.append(bytes[position])
            position += 1
        }
        return field
    }

    private static func quoted(_ bytes: [UInt8], _ position: inout Int) throws(Malformation.Kind) -> [UInt8] {
        var field: [UInt8] = []
        position += 1
        while position < bytes.count {
            if bytes[position] == quote {
                position += 1
                guard position < bytes.count, bytes[position] == quote else {
                    guard position == bytes.count || endsField(bytes, position) else { throw .textBehindQuote }
                    return field
                }
            }
            field.append(bytes[position])
            position += 1
        }
        throw .openQuote
    }

    private static func endsField(_ bytes: [UInt8], _ position: Int) -> Bool {
        switch bytes[position] {
        case UInt8(ascii: ","), newline: true
        case UInt8(ascii: "\r"): position + 1 < bytes.count && bytes[position + 1] == newline
        default: false
        }
    }

    /// One line of a CSV file, without the final CR LF.
    package static func line(_ fields: [String]) -> String {
        fields.map { field in
            field.utf8.contains { ",\"\r\n".utf8.contains($0) }
                ? "\"\(field.replacing("\"", with: "\"\""))\"" : field
        }.joined(separator: ",")
    }
}
