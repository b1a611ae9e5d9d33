/// An e-mail address without a display name.
package struct MailAddress: Sendable, Hashable {
    package let text: String

    /// - Parameter text: ASCII, at most 254 bytes (RFC 5321, 4.5.3.1.3, without the brackets). The part before the `@` has at
    ///   most 64 characters, none of which needs quotes.
    /// - Returns: nil for other text.
    package init?(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        guard text.utf8.count <= 254, parts.count == 2, (1...64).contains(parts[0].count),
            parts[0].allSatisfy(Self.isLocal), DomainName.isValid(Substring(parts[1]))
        else { return nil }
        self.text = text
    }

    /// The part after the `@`.
    package var domain: Substring { text.drop { $0 != "@" }.dropFirst() }

    /// The characters of an atom (RFC 5322, 3.2.3) and dots. Two dots in a row, or one before the `@`, are no atoms, but old
    /// addresses of Japanese mobile networks have them.
    private static func isLocal(_ byte: UInt8) -> Bool {
        DomainName.isLetterOrDigit(byte) || "!#$%&'*+-/=?^_`{|}~.".utf8.contains(byte)
    }
}
