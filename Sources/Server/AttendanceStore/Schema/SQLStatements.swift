/// The statements of an SQL text.
enum SQLStatements {
    /// Splits at semicolons outside quotes and comments.
    /// - Returns: the statements without comments, in lower case outside quotes, and with single spaces.
    static func split(_ text: String) -> [String] {
        var pieces: [String] = []
        var piece = ""
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
            if character == ";" {
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
