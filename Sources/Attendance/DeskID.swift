/// The name of a desk within its office, such as `6F-A3`, in its one normal form.
package struct DeskID: Sendable, Hashable, Comparable, CustomStringConvertible {
    package let description: String

    package static let maximumLength = 32

    /// Normalises what a tag, a person or a file says: leading NULs (some tags carry one) and white space go, ASCII letters
    /// become capitals.
    /// - Returns: nil if what is left is not letters and digits in groups joined by single hyphens.
    package init?(_ text: some StringProtocol) {
        let name = Self.trimmed(text).map { $0.isASCII ? Character($0.uppercased()) : $0 }
        guard !name.isEmpty, name.count <= Self.maximumLength else { return nil }
        for group in name.split(separator: "-", omittingEmptySubsequences: false) {
            guard !group.isEmpty,
                group.allSatisfy({ ("A"..."Z").contains($0) && $0.isASCII || ("0"..."9").contains($0) && $0.isASCII })
            else { return nil }
        }
        description = String(name)
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
