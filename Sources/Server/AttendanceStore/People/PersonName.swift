import Attendance

/// A display name: one line of 1 to 200 characters (``TypedText/line(_:upTo:)``).
package struct PersonName: Sendable, Equatable {
    package let text: String

    private static let longest = 200
    package static let rule = "A name is one line of 1 to \(longest) visible characters."

    package init?(_ text: String) {
        guard let text = TypedText.line(text, upTo: Self.longest) else { return nil }
        self.text = text
    }

    /// The valid characters of `text`, at most 200. Nil: none are left.
    package init?(cleaning text: String) {
        guard let text = TypedText.line(cleaning: text, upTo: Self.longest) else { return nil }
        self.text = text
    }
}

/// A name of a thing: a team, an office, a floor, a reader, a wall display or a provisioner.
package enum ThingName {
    /// In Unicode scalars.
    package static let longest = 64

    /// The name in its kept form; nil if it is not valid (``TypedText/line(_:upTo:)``).
    package static func given(_ text: String) -> String? { TypedText.line(text, upTo: longest) }
}
