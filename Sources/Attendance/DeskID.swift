/// The name of a desk within its office, such as `6F-A3`, in its one normal form.
package struct DeskID: Sendable, Hashable, Comparable, CustomStringConvertible {
    package let description: String

    package static let maximumLength = 32

    /// Normalises what a tag, a person or a file says: leading NULs (some tags carry one) and white space go, ASCII letters
    /// become capitals.
    /// - Returns: nil if what is left is not letters and digits in groups joined by single hyphens.
    package init?(_ text: some StringProtocol) {
        if Self.isNormal(text.utf8) {
            description = String(text)
            return
        }
        let name = String(Self.trimmed(text).map { $0.isASCII ? Character($0.uppercased()) : $0 })
        guard Self.isNormal(name.utf8) else { return nil }
        description = name
    }

    /// Whether the bytes are capital letters and digits in groups joined by single hyphens.
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

    /// Whether `text` names no desk at all.
    package static func isBlank(_ text: some StringProtocol) -> Bool { trimmed(text).isEmpty }

    private static func trimmed(_ text: some StringProtocol) -> Substring {
        var name = Substring(text).drop { $0 == "\0" }.drop(while: \.isWhitespace)
        while name.last?.isWhitespace == true { name.removeLast() }
        return name
    }

    package static func < (left: DeskID, right: DeskID) -> Bool { left.description < right.description }
}
