package import Attendance
import Postgres

/// Decides whether the page of an address taps without a touch.
package struct TapWords: Sendable {
    /// The words of the printed codes and the tags that match the address.
    package let words: [TagWord]
    /// Whether all offices that match the address allow this without a word.
    package let allowsNone: Bool

    /// Compares in constant time.
    package func contain(_ word: TagWord) -> Bool { words.reduce(false) { $1 == word || $0 } }
}
