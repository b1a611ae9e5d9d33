import Foundation

/// The comparison and the length of user names.
package enum UserName {
    /// In Unicode scalars. Entra ID's names of guests have up to 113. The schema has the same limit (`person_user_name_check`).
    package static let longest = 128

    /// The form in which user names are compared: NFKC, the simple case folding of Unicode, then NFKC again. So names are equal in
    /// any case, any composition and any width (RFC 8265, 3.3). `user_name_key` in the database gives the same.
    package static func key(_ name: String) -> String {
        if name.utf8.allSatisfy({ $0 < 0x80 }) { return name.lowercased() }
        var folded = String.UnicodeScalarView()
        for scalar in name.precomposedStringWithCompatibilityMapping.unicodeScalars { folded.append(fold(scalar)) }
        return String(folded).precomposedStringWithCompatibilityMapping
    }

    /// Whether a text can be a user name: 1 to ``longest`` Unicode scalars, no control characters, no surrounding white space. Identity
    /// providers use other characters freely.
    package static func isValid(_ text: String) -> Bool {
        guard let first = text.first, let last = text.last, !first.isWhitespace, !last.isWhitespace else { return false }
        return text.unicodeScalars.count <= longest
            && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }

    /// Whether two user names are those of one person.
    package static func isSame(_ one: String, _ other: String) -> Bool { one == other || key(one) == key(other) }

    /// The newest Unicode version whose letters are folded, because the database has a fixed list.
    private static let foldedVersion: Unicode.Version = (14, 0)

    /// The lower-case form of the upper-case form, so that ς and σ are equal. The dotless ı has none of its own (Unicode,
    /// CaseFolding.txt, status T).
    private static func fold(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        guard let age = scalar.properties.age, age <= foldedVersion, scalar != "ı" else { return scalar }
        let upper = only(scalar.properties.uppercaseMapping) ?? scalar
        return only(upper.properties.lowercaseMapping) ?? upper
    }

    private static func only(_ mapping: String) -> Unicode.Scalar? {
        mapping.unicodeScalars.count == 1 ? mapping.unicodeScalars.first : nil
    }
}
