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
        var output: [UInt8] = []
        var parameters: [String] = []

        init(_ source: String) { bytes = Array(source.utf8) }

        var isAtEnd: Bool { position == bytes.count }

        mutating func step() {
            if starts(with: "--") {
                copy(through: "\n")
            } else if starts(with: "/*") {
                copy(through: "*/")
            } else if starts(with: "'") || starts(with: "\"") {
                // A doubled quote inside closes the text and opens it again.
                copy(through: String(UnicodeScalar(bytes[position])), after: 1)
            } else if starts(with: "$"), let tag = dollarTag() {
                copy(through: tag, after: tag.utf8.count)
            } else if starts(with: "::") {
                copy(2)
            } else if starts(with: ":"), let name = name(at: position + 1) {
                let number = parameters.firstIndex(of: name) ?? parameters.count
                if number == parameters.count { parameters.append(name) }
                output += Array("$\(number + 1)".utf8)
                position += 1 + name.utf8.count
            } else {
                copy(1)
            }
        }

        private func starts(with text: String) -> Bool { bytes[position...].starts(with: text.utf8) }

        private mutating func copy(_ count: Int) {
            output += bytes[position..<position + count]
            position += count
        }

        /// Copies to the end of the next `end`, or to the end of the source.
        private mutating func copy(through end: String, after opening: Int = 0) {
            copy(opening)
            while !isAtEnd, !starts(with: end) { copy(1) }
            if !isAtEnd { copy(end.utf8.count) }
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
