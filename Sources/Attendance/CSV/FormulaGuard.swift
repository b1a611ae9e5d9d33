/// Keeps spreadsheets from running a text as a formula: a leading character that begins one gets an apostrophe before it, as
/// OWASP's verification standard (ASVS 5, 1.2.10) asks.
package enum FormulaGuard {
    /// `= + - @`, tab, carriage return, line feed, NUL, and the full-width forms that spreadsheets take for the same.
    private static let triggers: Set<Unicode.Scalar> = [
        "=", "+", "-", "@", "\t", "\r", "\n", "\0", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}",
    ]

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

    /// What was guarded: an apostrophe is no part of the text where what follows it would begin a formula.
    package static func unguarded(_ text: String) -> String {
        text.first == "'" && guarded(String(text.dropFirst())) == text ? String(text.dropFirst()) : text
    }
}
