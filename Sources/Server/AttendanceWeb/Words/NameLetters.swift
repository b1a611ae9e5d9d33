/// Latin letters that are no base letter with a mark, so that they stay when marks are removed (NFKD, UAX 15), and what keyboards
/// without them type. Searches, the filter of the people present and proposed user names find or make names by them; the database
/// has the same letters (`folded_name`).
enum NameLetters {
    static let bases: KeyValuePairs<Character, String> = [
        "ß": "ss", "æ": "ae", "œ": "oe", "þ": "th", "ð": "d", "đ": "d", "ø": "o", "ł": "l", "ħ": "h", "ŧ": "t", "ŋ": "n",
        "ı": "i",
        "ɓ": "b", "ɗ": "d", "ƙ": "k", "ƴ": "y", "ɛ": "e", "ɔ": "o", "ə": "a",
    ]

    /// For a script: each letter and its base, separated by spaces, such as `ßss øo`.
    static let list = bases.map { "\($0)\($1)" }.joined(separator: " ")
}
