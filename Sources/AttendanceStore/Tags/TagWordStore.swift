package import Attendance
import Postgres

/// Words in tags' addresses, which a tap has to bring along.
package struct TagWordStore: Sendable {
    let pool: PostgresPool

    /// - Parameters:
    ///   - desk: nil where the address names none.
    ///   - office: the office's name, nil where the address names none.
    package func tapWords(of kind: TapKind, at desk: DeskID?, in office: String?) async throws -> TapWords {
        let rows = try await pool.query("Tags/tap_words", desk?.description, kind.rawValue, office)
        return TapWords(
            words: try rows.map { try $0.word("word") },
            allowsNone: try !rows.isEmpty && rows.allSatisfy { try $0.get("taps_without_word") })
    }

    package func addressWords(of office: Int64) async throws -> AddressWords {
        try AddressWords(try await pool.query("Tags/address_words", office))
    }

    /// Replaces the words for printed codes and lists of addresses. The addresses made before ask for a touch from then on.
    /// - Parameter desk: nil: all desks of the office, and the addresses without a desk.
    /// - Returns: for how many desks.
    package func renewWords(of office: Int64, desk: DeskID?) async throws -> Int {
        try await pool.query("Tags/renew_words", office, desk?.description).affectedRows
    }

    package func tapsWithoutWord(in office: Int64) async throws -> Bool {
        try await pool.query("Tags/taps_without_word", office)[0].get("taps_without_word")
    }

    package func setTapsWithoutWord(_ isOn: Bool, in office: Int64) async throws {
        try await pool.query("Tags/set_taps_without_word", office, isOn)
    }
}

extension PostgresRow {
    func word(_ name: String) throws -> TagWord {
        guard let word = try wordIfPresent(name) else {
            throw PostgresError.unexpectedColumn(query: "", column: try column(name), expected: "TagWord")
        }
        return word
    }

    func wordIfPresent(_ name: String) throws -> TagWord? { try bytesIfPresent(column(name)).flatMap { TagWord($0) } }
}
