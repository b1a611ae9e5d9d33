import Foundation

/// A typed password, normalized to NFKC so that all keyboards give the same text (NIST SP 800-63B, 5.1.1.2).
package struct Password: Sendable {
    /// The allowed lengths in Unicode scalars.
    static let lengths = 12...128

    let text: String

    package init(_ typed: String) { text = typed.precomposedStringWithCompatibilityMapping }

    /// Why a password is refused.
    package enum Objection: Sendable, Equatable { case tooShort, tooLong, guessed }

    /// Why the password is refused; nil if it is accepted. Only the length and the resistance to guessing count; there are no
    /// composition rules.
    /// - Parameter names: the person's names, such as the user name.
    package func objection(for names: [String]) -> Objection? {
        let length = text.unicodeScalars.count
        guard length >= Self.lengths.lowerBound else { return .tooShort }
        guard length <= Self.lengths.upperBound else { return .tooLong }
        return GuessedPasswords(names: names).unguessedCharacters(of: text) < Self.leastUnguessed ? .guessed : nil
    }

    /// The minimum of ``GuessedPasswords/unguessedCharacters(of:)``.
    private static let leastUnguessed = 5
}
