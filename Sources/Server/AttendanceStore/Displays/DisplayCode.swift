import Foundation

/// The code that a screen shows until an administrator types it for a display: six letters and digits.
enum DisplayCode {
    /// Without characters that look alike, and without vowels, so that a code is no word.
    private static let alphabet = Array("CFHJKMNPRTWXY34679")
    private static let length = 6

    static func random() -> String {
        String((0..<length).map { _ in alphabet[Int.random(in: alphabet.indices)] })
    }

    /// A typed code as it is stored: in capitals of normal width, without spaces and hyphens.
    static func normalized(_ typed: String) -> String {
        typed.precomposedStringWithCompatibilityMapping.uppercased().filter { $0.isLetter || $0.isNumber }
    }
}
