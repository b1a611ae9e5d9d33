import Foundation

/// A password as somebody typed it, in the one form in which it is compared: NFKC, so that keyboards agree (NIST SP 800-63B,
/// 5.1.1.2).
package struct Password: Sendable {
    /// In characters, which are Unicode scalars.
    static let lengths = 12...128

    let text: String

    package init(_ typed: String) { text = typed.precomposedStringWithCompatibilityMapping }

    /// Why nobody should choose a password.
    package enum Objection: Sendable, Equatable, CustomStringConvertible {
        case tooShort, tooLong, guessed

        /// In a sentence, as a command says it.
        package var description: String {
            switch self {
            case .tooShort:
                "Please choose at least \(lengths.lowerBound) characters. A few words that you can remember are good."
            case .tooLong: "Please choose at most \(lengths.upperBound) characters."
            case .guessed:
                "This is among the first that others guess: names, common words, sequences and repetitions. "
                    + "Please choose something else, such as a few words that do not belong together."
            }
        }
    }

    /// What is to be said against it; nil: it is good. Length is what counts, there are no rules of composition; what others
    /// guess first is refused.
    /// - Parameter names: words of the person, such as user name and name.
    package func objection(for names: [String]) -> Objection? {
        let length = text.unicodeScalars.count
        guard length >= Self.lengths.lowerBound else { return .tooShort }
        guard length <= Self.lengths.upperBound else { return .tooLong }
        return GuessedPasswords(names: names).unguessedCharacters(of: text) < Self.leastUnguessed ? .guessed : nil
    }

    /// So many characters have to be left when all that is guessed first is taken away.
    private static let leastUnguessed = 5
}
