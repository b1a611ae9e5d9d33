package import Attendance
import Postgres

/// A Linux box with an NFC reader, as the server knows it.
package struct Reader: Sendable, Equatable {
    package let id: Int64
    package let name: String
}

extension AttendanceStore {
    /// The channel that tells server processes to forget what they know of keys and people.
    package static let accessChannel = "desktap_access"

    /// - Returns: the reader's key, which is not kept.
    package func addReader(name: String) async throws -> String {
        let secret = Secret()
        try await naming("a reader '\(name)'") {
            try await pool.query("insert_reader", name, secret.hash)
        }
        return secret.text
    }

    /// All readers with the instant their key was taken back, if it was.
    package func readers() async throws -> [(reader: Reader, revokedAt: Instant?)] {
        try await pool.query("readers").map { row in
            (Reader(id: try row.get(0), name: try row.get(1)), try row.instantIfPresent(3))
        }
    }

    /// Takes a reader's key back; every server process refuses it from then on.
    /// - Throws: ``StoreError/unknownReader(_:)``.
    package func revokeReader(name: String) async throws {
        try await pool.withTransaction { connection in
            guard try await connection.query("revoke_reader", name).isEmpty == false else {
                throw StoreError.unknownReader(name)
            }
            try await connection.query("notify", Self.accessChannel, "")
        }
    }

    func reader(withKeyHash hash: PostgresBytes) async throws -> Reader? {
        try await pool.query("reader_by_key", hash).first.map { row in
            Reader(id: try row.get(0), name: try row.get(1))
        }
    }
}
