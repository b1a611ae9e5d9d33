import Foundation

/// The rule for texts that people type, also where a file, a program or an identity provider sends them.
///
/// Texts are kept in one spelling (Unicode NFC, UAX 15). White space and marks of the writing direction at their ends are dropped:
/// programs leave them when text is copied. Lengths are in Unicode scalars, as PostgreSQL counts.
package enum TypedText {
    /// The text without white space and direction marks at its ends.
    package static func trimmed(_ text: some StringProtocol) -> String {
        let scalars = text.unicodeScalars
        guard let first = scalars.firstIndex(where: { !isDropped($0) }), let last = scalars.lastIndex(where: { !isDropped($0) })
        else { return "" }
        return String(String.UnicodeScalarView(scalars[first...last]))
    }

    /// A name in one line.
    /// - Returns: nil if it is empty, longer than `longest` scalars, or has a control, an invisible character or a noncharacter.
    ///   ZWNJ and ZWJ are part of the spelling in some scripts, and stay between letters (UAX 31, 2.3). Others are dropped, such as
    ///   those that Kurdish keyboards leave at the end of a word, and those of emoji.
    package static func line(_ text: String, upTo longest: Int) -> String? {
        let scalars = spelled(text)
        guard !scalars.isEmpty, scalars.count <= longest, scalars.allSatisfy(isAllowed) else { return nil }
        return string(scalars)
    }

    /// The first `longest` allowed scalars of a name that cannot be refused. Nil: none are left.
    package static func line(cleaning text: String, upTo longest: Int) -> String? {
        // A cut or a dropped character can leave a space at the end, or a joiner.
        line(string(spelled(text).filter(isAllowed).prefix(longest)), upTo: longest)
    }

    /// A reason or a comment, which can have several lines. A noncharacter or a control other than a tab or a line end becomes a
    /// space.
    /// - Returns: nil if nothing is left.
    package static func sentences(_ text: String) -> String? {
        var scalars = String.UnicodeScalarView()
        for scalar in text.replacing("\r\n", with: "\n").unicodeScalars {
            let isBlanked = isControl(scalar) && scalar != "\n" && scalar != "\t" || scalar.properties.isNoncharacterCodePoint
            scalars.append(isBlanked ? " " : scalar)
        }
        let sentences = trimmed(String(scalars)).precomposedStringWithCanonicalMapping
        return sentences.isEmpty ? nil : sentences
    }

    /// Whether the character is invisible, so that two names could look alike or appear in another order: format characters
    /// (Unicode general category Cf, including bidirectional controls and zero-width characters), line and paragraph
    /// separators, and Hangul fillers.
    package static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .format, .lineSeparator, .paragraphSeparator: true
        default: [0x115F, 0x1160, 0x3164, 0xFFA0].contains(scalar.value)
        }
    }

    /// The trimmed text in one composition, without joiners that join no letters.
    private static func spelled(_ text: String) -> [Unicode.Scalar] {
        let scalars = Array(trimmed(text).precomposedStringWithCanonicalMapping.unicodeScalars)
        guard scalars.contains(where: isJoiner) else { return scalars }
        let kept = scalars.indices.filter { !isJoiner(scalars[$0]) || joinsLetters(at: $0, in: scalars) }
        // A dropped joiner can leave a space at the end, or a letter and its mark.
        return Array(trimmed(string(kept.map { scalars[$0] })).precomposedStringWithCanonicalMapping.unicodeScalars)
    }

    private static func joinsLetters(at index: Int, in scalars: [Unicode.Scalar]) -> Bool {
        guard index > 0, isLetter(scalars[index - 1]) else { return false }
        // At the end of a word, a ZWJ makes a letter of its own of a consonant and a virama, as the chillus of Malayalam.
        let isVirama = scalars[index - 1].properties.canonicalCombiningClass == .virama
        return index + 1 < scalars.count && isLetter(scalars[index + 1]) || scalars[index].value == 0x200D && isVirama
    }

    private static func string(_ scalars: some Sequence<Unicode.Scalar>) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        return String(view)
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        isJoiner(scalar) || !isControl(scalar) && !isInvisible(scalar) && !scalar.properties.isNoncharacterCodePoint
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.generalCategory == .control }

    /// ZWNJ and ZWJ.
    private static func isJoiner(_ scalar: Unicode.Scalar) -> Bool { scalar.value == 0x200C || scalar.value == 0x200D }

    /// Whether it is a letter or a mark on one.
    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark: true
        default: scalar.properties.isAlphabetic
        }
    }

    /// Whether it is dropped at the ends: white space, and characters that only set the direction. Overrides of the direction are
    /// no accident, and are refused.
    private static func isDropped(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x061C, 0x200E, 0x200F, 0x202A...0x202C, 0x2066...0x2069: true
        default: scalar.properties.isWhitespace
        }
    }
}
