package import Attendance
import Postgres

/// The words for an office's printed codes and lists of addresses.
package struct AddressWords: Sendable {
    private let words: [String?: TagWord]

    /// - Parameter words: by desk; nil for addresses without one.
    package init(_ words: [String?: TagWord]) { self.words = words }

    /// Reads the rows of `Tags/address_words`.
    init(_ rows: PostgresResult) throws {
        self.init(
            try Dictionary(uniqueKeysWithValues: rows.map { (try $0.getIfPresent("desk"), try $0.word("word")) }))
    }

    /// - Parameter desk: nil for addresses without one.
    /// - Returns: nil if the office has no such desk.
    package subscript(desk: String?) -> TagWord? { words[desk] }
}
