package import Attendance
import Postgres

/// What decides whether the page of one address taps by itself.
package struct TapWords: Sendable {
    /// Of the printed codes and the tags that the address can mean.
    package let words: [TagWord]
    /// Whether the offices that it can mean let a tag without a word tap by itself.
    package let allowsNone: Bool

    /// Compares with every word, so that the time says nothing of them.
    package func contain(_ word: TagWord) -> Bool { words.reduce(false) { $1 == word || $0 } }
}
