/// The statements of an SQL text.
enum SQLStatements {
    /// Splits at semicolons outside quotes and comments.
    /// - Returns: the statements without comments, in lower case outside quotes, and with single spaces.
    static func split(_ text: String) -> [String] { pieces(of: text, at: ";") }

    /// Splits the actions of `alter table` at commas outside quotes and parentheses.
    static func parts(of actions: String) -> [String] { pieces(of: actions, at: ",") }

    private static func pieces(of text: String, at separator: Character) -> [String] {
        var pieces: [String] = []
        var piece = ""
        var depth = 0
        var rest = text[...]
        while let character = rest.first {
            if rest.hasPrefix("--") {
                rest = rest.drop { $0 != "\n" }
                continue
            }
            if let quote = openingQuote(of: rest) {
                let end = rest.dropFirst(quote.count).firstRange(of: quote)?.upperBound ?? rest.endIndex
                piece += rest[..<end]
                rest = rest[end...]
                continue
            }
            rest = rest.dropFirst()
            if character == "(" { depth += 1 } else if character == ")" { depth -= 1 }
            if character == separator, depth == 0 {
                pieces.append(piece)
                piece = ""
            } else if character.isWhitespace {
                if !piece.isEmpty, piece.last != " " { piece += " " }
            } else {
                piece += character.lowercased()
            }
        }
        return (pieces + [piece]).map { $0.last == " " ? String($0.dropLast()) : $0 }.filter { !$0.isEmpty }
    }

    /// `'`, `"` or the tag of a dollar quote such as `$$`.
    private static func openingQuote(of text: Substring) -> String? {
        if let match = text.prefixMatch(of: /['"]|\$\w*\$/) { String(match.0) } else { nil }
    }
}
