/// The id of a desk within its office, such as `6F-A3`, normalised.
package struct DeskID: Sendable, Hashable, Comparable, CustomStringConvertible {
    package let description: String

    package static let maximumLength = 32

    /// Normalises a text from a tag, a person or a file: removes leading NULs, which some tags carry, and surrounding white
    /// space, and changes ASCII letters to upper case.
    /// - Returns: nil unless the rest is groups of letters and digits joined by single hyphens, at most ``maximumLength``
    ///   characters.
    package init?(_ text: some StringProtocol) {
        if Self.isNormal(text.utf8) {
            description = String(text)
            return
        }
        let name = String(Self.trimmed(text).map { $0.isASCII ? Character($0.uppercased()) : $0 })
        guard Self.isNormal(name.utf8) else { return nil }
        description = name
    }

    /// Whether the bytes are groups of capital letters and digits, joined by single hyphens.
    private static func isNormal(_ bytes: some Collection<UInt8>) -> Bool {
        var length = 0
        var last = UInt8(ascii: "-")
        for byte in bytes {
            length += 1
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): break
            case UInt8(ascii: "-") where last != byte: break
            default: return false
            }
            last = byte
            if length > maximumLength { return false }
        }
        return last != UInt8(ascii: "-")
    }

    /// Whether `text` consists only of padding, so that it names no desk.
    package static func isBlank(_ text: some StringProtocol) -> Bool { trimmed(text).isEmpty }

    private static func trimmed(_ text: some StringProtocol) -> Substring {
        var name = Substring(text).drop { $0 == "\0" }.drop(while: \.isWhitespace)
        while name.last?.isWhitespace == true { name.removeLast() }
        return name
    }

    package static func < (left: DeskID, right: DeskID) -> Bool { left.description < right.description }
}
