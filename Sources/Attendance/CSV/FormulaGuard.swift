/// Keeps spreadsheets from running a text as a formula: a leading character that begins one gets an apostrophe before it, as
/// OWASP's verification standard (ASVS 5, 1.2.10) asks.
package enum FormulaGuard {
    /// `= + - @`, tab, carriage return, line feed, NUL, and the full-width forms that spreadsheets take for the same.
    private static let triggers: Set<Unicode.Scalar> = [
        "=", "+", "-", "@", "\t", "\r", "\n", "\0", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}",
    ]
    /// What ends a cell for a program that takes another separator than the file's, or counts quotes only where a cell begins.
    private static let ends: Set<Unicode.Scalar> = [",", ";", "\t", "\r", "\n"]
    /// What a program may drop at the beginning of a cell.
    private static let dropped: Set<Unicode.Scalar> = ["\"", " "]

    /// For a cell whose limits are certain, as in a spreadsheet's own format.
    package static func guarded(_ text: String) -> String {
        // Nearly every text begins with one of these.
        if let byte = text.utf8.first,
            UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || UInt8(ascii: "A")...UInt8(ascii: "z") ~= byte
        {
            return text
        }
        guard let first = text.unicodeScalars.first, triggers.contains(first) else { return text }
        return "'" + text
    }

    /// For a field of CSV, which a program may split at another separator: also behind each comma, semicolon, tab and line end in
    /// the text, quotation marks and spaces skipped.
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

    /// What was guarded: an apostrophe is no part of the text where what follows it would begin a formula.
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

    /// - Parameter isFirst: whether it is at the beginning of a text: nothing is dropped there, and a line end is a trigger.
    private static func startsFormula(_ scalars: Substring.UnicodeScalarView, isFirst: Bool) -> Bool {
        let start = isFirst ? scalars.first : scalars.first { !dropped.contains($0) }
        guard let start, triggers.contains(start) else { return false }
        return isFirst || !ends.contains(start)
    }
}
