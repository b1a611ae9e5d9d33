import Attendance

/// The rule for display names: one line (``TypedText/line(_:upTo:)``).
package enum PersonName {
    /// In Unicode scalars.
    package static let longest = 200

    /// The name in its kept form.
    /// - Throws: ``StoreError/badDisplayName``.
    package static func given(_ text: String) throws(StoreError) -> String {
        guard let name = TypedText.line(text, upTo: longest) else { throw .badDisplayName }
        return name
    }

    /// The valid characters of `text`, at most ``longest``; nil if none are left.
    package static func cleaned(_ text: String) -> String? { TypedText.line(cleaning: text, upTo: longest) }
}

/// The rule for the name of a thing: a team, a floor, a reader, a wall display or a provisioner.
package enum ThingName {
    /// In Unicode scalars.
    package static let longest = 64

    /// The name in its kept form (``TypedText/line(_:upTo:)``).
    /// - Throws: ``StoreError/badName(longest:)``.
    package static func given(_ text: String) throws(StoreError) -> String {
        guard let name = TypedText.line(text, upTo: longest) else { throw .badName(longest: longest) }
        return name
    }
}
