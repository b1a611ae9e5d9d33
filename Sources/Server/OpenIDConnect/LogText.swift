/// Text from a provider, safe for a log: one line of printable ASCII, cut to a maximum length. Other characters become `?`.
package struct LogText: CustomStringConvertible {
    package let description: String

    /// - Parameter limit: the maximum length in characters.
    package init(_ text: String, limit: Int = 120) {
        let printable = text.unicodeScalars.prefix(limit).map { scalar in
            scalar.value > 0x1F && scalar.value < 0x7F ? scalar : "?"
        }
        description = String(String.UnicodeScalarView(printable))
    }
}
