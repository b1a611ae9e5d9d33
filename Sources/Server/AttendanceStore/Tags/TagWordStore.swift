package import Attendance
import Postgres

/// Words in the addresses of tags and printed codes. A tap without a button must contain a current word.
package struct TagWordStore: Sendable {
    let pool: PostgresPool

    /// - Parameters:
    ///   - desk: nil if the address names none.
    ///   - office: the office's name; nil if the address names none.
    package func tapWords(of kind: TapKind, at desk: DeskID?, in office: String?) async throws -> TapWords {
        let rows = try await pool.query(
            "Tags/tap_words", ["desk": desk?.description, "office_name": office, "kind": kind.rawValue])
        return TapWords(
            words: try rows.map { try $0.word("word") },
            allowsNone: try !rows.isEmpty && rows.allSatisfy { try $0.get("taps_without_word") })
    }

    package func addressWords(of office: OfficeID) async throws -> AddressWords {
        try AddressWords(try await pool.query("Tags/address_words", ["office": office]))
    }

    /// Replaces the words for printed codes and address lists. Earlier addresses still work, but show a button first.
    /// - Parameter desk: nil: all desks of the office, and its addresses without a desk.
    /// - Returns: the number of desks.
    package func renewWords(of office: OfficeID, desk: DeskID?) async throws -> Int {
        try await pool.withTransaction { connection in
            let desks = try await connection.query(
                "Tags/renew_words", ["office": office, "desk": desk?.description]
            ).affectedRows
            let name = try await connection.query("Offices/offices", ["office": office]).first.map(Office.init)?.name
            if let name, desk == nil || desks > 0 {
                let words = desk.map { "words of \($0): renewed" } ?? "words: renewed"
                try await ConfigurationChange(.office, .changed, name, words).note(by: .command, now: nil, connection)
            }
            return desks
        }
    }

    package func tapsWithoutWord(in office: OfficeID) async throws -> Bool {
        try await pool.query("Tags/taps_without_word", ["office": office])[0].get("taps_without_word")
    }
}

extension PostgresRow {
    func word(_ name: String) throws -> TagWord {
        guard let word = try wordIfPresent(name) else {
            throw PostgresError.unexpectedColumn(query: "", column: try column(name), expected: "TagWord")
        }
        return word
    }

    func wordIfPresent(_ name: String) throws -> TagWord? {
        try bytesIfPresent(name).flatMap(TagWord.init)
    }
}
