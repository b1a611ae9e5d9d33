import Foundation

/// Finds the desk that a person means who types its name in another width, or with another separator or none: `6f a3`, `6fa3` and
/// `６Ｆ－Ａ３` are 6F-A3.
package struct TypedDesks: Sendable {
    /// By their letters and digits.
    private let byLetters: [String: Set<DeskID>]

    package init(_ desks: some Sequence<DeskID>) {
        byLetters = Dictionary(desks.map { (Self.letters($0.description) ?? "", [$0]) }) { $0.union($1) }
    }

    /// - Returns: the desk of this name, or else the only desk with the same letters and digits; nil: no desk fits, or several do.
    package func desk(_ text: String) -> DeskID? {
        guard let letters = Self.letters(text), let desks = byLetters[letters] else { return nil }
        if let named = DeskID(text), desks.contains(named) { return named }
        return desks.count == 1 ? desks.first : nil
    }

    /// Whether one of the desks has exactly this name.
    package func contains(_ desk: DeskID) -> Bool { byLetters[Self.letters(desk.description) ?? ""]?.contains(desk) ?? false }

    /// The ASCII capital letters and digits, after compatibility mapping (NFKC); nil if the text has other characters than
    /// white space and single separators between them, or is too long.
    private static func letters(_ text: String) -> String? {
        guard text.unicodeScalars.count <= 2 * DeskID.maximumLength else { return nil }
        var letters = ""
        var isAfterSeparator = false
        for scalar in text.precomposedStringWithCompatibilityMapping.uppercased().unicodeScalars {
            if scalar.isASCII, scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
                letters.unicodeScalars.append(scalar)
                isAfterSeparator = false
            } else if isSeparator(scalar), !isAfterSeparator, !letters.isEmpty {
                isAfterSeparator = true
            } else if !scalar.properties.isWhitespace {
                return nil
            }
        }
        return isAfterSeparator ? nil : letters
    }

    /// Dashes, and what Japanese keyboards and sign makers give for one.
    private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .dashPunctuation || "_/−ー・".unicodeScalars.contains(scalar)
    }
}
