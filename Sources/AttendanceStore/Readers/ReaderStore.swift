package import Attendance
import Postgres

/// NFC readers and their keys.
package struct ReaderStore: Sendable {
    /// Seconds for which a reader's old key is good where nobody says otherwise, and at most.
    package static let keyOverlap: Int64 = 86_400
    package static let longestKeyOverlap: Int64 = 30 * 86_400

    let pool: PostgresPool

    /// - Parameter replacing: a reader of this name, revoked or not, gets the new key and scope. Its earlier keys and its
    ///   certificate stop working on all servers at once. Otherwise its name is taken.
    /// - Returns: the reader's key, which is not kept.
    /// - Throws: ``StoreError/alreadyExists(_:)``; ``StoreError/unknownPerson(_:)``, ``StoreError/unknownDesk(_:)`` where the
    ///   scope names one.
    package func addReader(name: String, scope: ReaderScope = .anyone, replacing: Bool = false) async throws -> String {
        let secret = Secret()
        let owner: Int64? =
            if let user = scope.userName { try await PeopleStore(pool: pool).person(userName: user).id } else { nil }
        let desks = scope.desks.map(\.description)
        if !desks.isEmpty {
            let known = Set(
                try await pool.query("Floors/desks_by_id", ["desks": desks]).map { try $0.get("id", as: String.self) })
            if let unknown = desks.first(where: { !known.contains($0) }) { throw StoreError.unknownDesk(unknown) }
        }
        try await naming(.reader(name)) {
            try await pool.changeAccess(
                PostgresCommand(
                    replacing ? "Readers/replace_reader" : "Readers/insert_reader", name, secret.hash, scope.name, owner,
                    scope.onlyOffice,
                    desks),
                orThrow: .unknownReader(name))
        }
        return secret.text
    }

    /// All readers by their names.
    package func readers() async throws -> [ListedReader] {
        try await pool.query("Readers/readers").map { row in
            ListedReader(
                reader: try Reader(row), previousKeyUntil: try row.instantIfPresent(8), revokedAt: try row.instantIfPresent(9),
                lastSeenAt: try row.instantIfPresent(10), clockAhead: try row.getIfPresent("clock_ahead_s"))
        }
    }

    func noteSeen(_ sightings: [Int64: ReaderSighting]) async throws {
        if sightings.isEmpty { return }
        // In one order, as other server processes write the same rows.
        let readers = sightings.sorted { $0.key < $1.key }
        try await pool.query(
            "Readers/note_readers_seen", readers.map(\.key), readers.map { PostgresTimestamp($0.value.at) },
            readers.map(\.value.clockAhead))
    }

    /// Gives a reader another key, for the one it has is known to too many or for too long.
    /// - Parameter overlap: seconds for which the old key is still good, so that the reader can be told the new one meanwhile.
    /// - Returns: the new key, which is not kept.
    /// - Throws: ``StoreError/unknownReader(_:)``.
    package func rotateReader(name: String, overlap: Int64 = keyOverlap, now: Instant) async throws -> String {
        let secret = Secret()
        let until = PostgresTimestamp(now.adding(seconds: min(max(overlap, 0), Self.longestKeyOverlap)))
        try await pool.changeAccess(
            PostgresCommand("Readers/rotate_reader", name, secret.hash, until), orThrow: .unknownReader(name))
        return secret.text
    }

    /// Has a reader's keys, this one and those to come, be good on connections alone that showed this certificate; every server
    /// process holds them against it from then on.
    /// - Parameter certificate: nil where they shall be good without any.
    /// - Throws: ``StoreError/unknownReader(_:)``.
    package func bindReader(name: String, to certificate: CertificateFingerprint?) async throws {
        try await pool.changeAccess(
            PostgresCommand("Readers/bind_reader", name, certificate?.hash), orThrow: .unknownReader(name))
    }

    /// Takes a reader's keys back; every server process refuses them from then on.
    /// - Throws: ``StoreError/unknownReader(_:)``.
    package func revokeReader(name: String) async throws {
        try await pool.changeAccess(PostgresCommand("Readers/revoke_reader", name), orThrow: .unknownReader(name))
    }

    /// The reader that has this key, and until when it is good; nil is as long as nobody changes that.
    func reader(withKeyHash hash: PostgresBytes, now: Instant) async throws -> (reader: Reader, until: Instant?)? {
        try await pool.query("Readers/reader_by_key", hash, PostgresTimestamp(now)).first.map { row in
            (try Reader(row), try row.instantIfPresent(8))
        }
    }
}
