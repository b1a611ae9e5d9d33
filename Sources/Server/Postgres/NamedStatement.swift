/// A statement whose parameters have names. In `left_at > :now::timestamptz`, the parameter is `now` and `::` is a cast.
///
/// Quoted text, comments and dollar-quoted bodies contain no parameters. A slice of an array needs numbers or parentheses as
/// its bounds: `names[1:(count)]`.
struct NamedStatement: Sendable {
    /// The SQL for the server: each name is replaced by `$n`.
    let text: String
    /// The names by their number, which is the order of their first use.
    let parameters: [String]

    init(_ source: String) {
        var scanner = Scanner(source)
        while !scanner.isAtEnd { scanner.step() }
        text = String(decoding: scanner.output, as: UTF8.self)
        parameters = scanner.parameters
    }

    private struct Scanner {
        private let bytes: [UInt8]
        private var position = 0
        private(set) var output: [UInt8] = []
        private(set) var parameters: [String] = []

        init(_ source: String) {
            bytes = Array(source.utf8)
            output.reserveCapacity(bytes.count)
        }

        var isAtEnd: Bool { position == bytes.count }

        /// Copies the next character, or all of a quoted text or comment, or replaces a parameter.
        mutating func step() {
            switch bytes[position] {
            case UInt8(ascii: "-") where follows("-", 1): copy(through: "\n")
            case UInt8(ascii: "/") where follows("*", 1): copy(through: "*/")
            // A doubled quote inside closes the text and opens it again.
            case UInt8(ascii: "'"): copy(through: "'", after: 1)
            case UInt8(ascii: "\""): copy(through: "\"", after: 1)
            case UInt8(ascii: "$"):
                if let tag = dollarTag() { copy(through: tag, after: tag.utf8.count) } else { copy(1) }
            case UInt8(ascii: ":") where follows(":", 1): copy(2)
            case UInt8(ascii: ":"):
                if let name = name(at: position + 1) { replace(name) } else { copy(1) }
            default: copy(1)
            }
            // Most of a statement, at once.
            copy(bytes[position...].prefix(while: Self.isPlain).count)
        }

        /// Whether nothing begins with this byte that ``step()`` treats apart.
        private static func isPlain(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "-"), UInt8(ascii: "/"), UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "$"),
                UInt8(ascii: ":"):
                false
            default: true
            }
        }

        private func follows(_ text: String, _ offset: Int = 0) -> Bool {
            bytes[position...].dropFirst(offset).starts(with: text.utf8)
        }

        private mutating func copy(_ count: Int) {
            output += bytes[position..<position + count]
            position += count
        }

        /// Copies to the end of the next `end`, or to the end of the source.
        private mutating func copy(through end: String, after opening: Int = 0) {
            copy(opening)
            let first = end.utf8.first
            var length = 0
            while position + length < bytes.count, !(bytes[position + length] == first && follows(end, length)) { length += 1 }
            copy(min(length + end.utf8.count, bytes.count - position))
        }

        private mutating func replace(_ name: String) {
            let number = parameters.firstIndex(of: name) ?? parameters.count
            if number == parameters.count { parameters.append(name) }
            output += "$\(number + 1)".utf8
            position += 1 + name.utf8.count
        }

        /// `$$`, `$body$`: what opens a dollar-quoted text here; nil for a parameter such as `$1`.
        private func dollarTag() -> String? {
            let tag = name(at: position + 1) ?? ""
            let end = position + 1 + tag.utf8.count
            return end < bytes.count && bytes[end] == UInt8(ascii: "$") ? "$\(tag)$" : nil
        }

        private func name(at start: Int) -> String? {
            let isDigit = { (byte: UInt8) in (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
            let isLetter = { (byte: UInt8) in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || byte == UInt8(ascii: "_")
            }
            guard start < bytes.count, isLetter(bytes[start]) else { return nil }
            return String(decoding: bytes[start...].prefix { isLetter($0) || isDigit($0) }, as: UTF8.self)
        }
    }
}
