extension StringProtocol {
    /// Whether the text has more combining marks in a row than any language uses: more than 30, the limit of the Stream-Safe Text
    /// Format (UAX #15, 13). To compare, hash or split a text, Swift sorts the marks of each run, in quadratic time.
    package var hasLongRunOfMarks: Bool {
        // The first one is U+0300, whose UTF-8 begins with 0xCC.
        guard utf8.contains(where: { $0 >= 0xCC }) else { return false }
        var marks = 0
        for scalar in unicodeScalars {
            marks = scalar.properties.canonicalCombiningClass == .notReordered ? 0 : marks + 1
            if marks > 30 { return true }
        }
        return false
    }
}
