/// Prevents spreadsheets from running a text as a formula: puts an apostrophe before a leading character that begins one
/// (OWASP ASVS 5, 1.2.10).
package enum FormulaGuard {
    /// `= + - @`, tab, carriage return, line feed, NUL, and the full-width forms, which spreadsheets treat alike. The minus sign
    /// U+2212 is the full-width form of `-` in a file of code page 932.
    private static let triggers: Set<Unicode.Scalar> = [
        "=", "+", "-", "@", "\t", "\r", "\n", "\0", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}",
        "\u{2212}",
    ]
    /// Characters that end a cell for a program that uses another separator than the file's, or that counts quotes only at
    /// the start of a cell.
    private static let ends: Set<Unicode.Scalar> = [",", ";", "\t", "\r", "\n"]
    /// Characters that a program may drop at the start of a cell.
    private static let dropped: Set<Unicode.Scalar> = ["\"", " "]

    /// Guards the text of a spreadsheet cell, whose extent is certain.
    package static func guarded(_ text: String) -> String {
        // Fast path for most texts.
        if let byte = text.utf8.first,
            UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || UInt8(ascii: "A")...UInt8(ascii: "z") ~= byte
        {
            return text
        }
        guard let first = text.unicodeScalars.first, triggers.contains(first) else { return text }
        return "'" + text
    }

    /// Guards a CSV field, which a program may split at another separator: also after each comma, semicolon, tab and line
    /// end in the text, skipping quotes and spaces.
    package static func guardedInCSV(_ text: String) -> String {
        guard text.utf8.contains(where: { ",;\t\r\n".utf8.contains($0) }) else { return guarded(text) }
        var result = String.UnicodeScalarView()
        var scalars = text.unicodeScalars[...]
        while !scalars.isEmpty {
            if startsFormula(scalars, isFirst: result.isEmpty) { result.append("'") }
            let part = scalars.firstIndex(where: ends.contains).map { scalars[...$0] } ?? scalars
            result.append(contentsOf: part)
            scalars = scalars[part.endIndex...]
        }
        return String(result)
    }

    /// Reverts ``guardedInCSV(_:)`` and ``guarded(_:)``: removes each apostrophe before the start of a formula.
    package static func unguarded(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        var scalars = text.unicodeScalars[...]
        while !scalars.isEmpty {
            if scalars.first == "'", startsFormula(scalars.dropFirst(), isFirst: result.isEmpty) { scalars.removeFirst() }
            let part = scalars.firstIndex(where: ends.contains).map { scalars[...$0] } ?? scalars
            result.append(contentsOf: part)
            scalars = scalars[part.endIndex...]
        }
        return String(result)
    }

    /// - Parameter isFirst: whether `scalars` is the start of the text, where no character is dropped and a line end begins
    ///   a formula.
    private static func startsFormula(_ scalars: Substring.UnicodeScalarView, isFirst: Bool) -> Bool {
        let start = isFirst ? scalars.first : scalars.first { !dropped.contains($0) }
        guard let start, triggers.contains(start) else { return false }
        return isFirst || !ends.contains(start)
    }
}
