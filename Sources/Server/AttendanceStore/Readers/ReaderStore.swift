package import Attendance
import Postgres

/// NFC readers and their keys.
package struct ReaderStore: Sendable {
    /// How long a reader's previous key stays valid after a rotation, so that the reader can be configured meanwhile.
    package static let keyOverlap = Duration.seconds(86_400)

    let pool: PostgresPool

    /// Adds a reader.
    /// - Parameters:
    ///   - replacing: if a reader of this name exists, revoked or not, it gets the new key and scope. Its earlier keys and its
    ///     certificate stop working on all servers at once.
    ///   - now: for the log; nil: by the database's clock.
    /// - Returns: the reader's key, of which only the hash is stored.
    /// - Throws: ``StoreError/alreadyExists(_:)``; ``StoreError/unknownPerson(_:)`` or ``StoreError/unknownDesk(_:)`` for
    ///   the person or a desk of the scope.
    package func addReader(
        name: String, scope: ReaderScope = .anyone, replacing: Bool = false, by author: ChangeAuthor = .command,
        now: Instant? = nil
    ) async throws -> String {
        let secret = Secret()
        let owner: PersonID? =
            if let user = scope.userName { try await PeopleStore(pool: pool).person(userName: user).id } else { nil }
        let desks = scope.desks.map(\.description)
        if !desks.isEmpty {
            let known = Set(
                try await pool.query("Taps/desks_by_id", ["desks": desks]).map { try $0.get("id", as: String.self) })
            if let unknown = desks.first(where: { !known.contains($0) }) { throw StoreError.unknownDesk(unknown) }
        }
        try await naming(.reader(name)) {
            try await pool.changeAccess(
                PostgresCommand(
                    replacing ? "Readers/replace_reader" : "Readers/insert_reader",
                    [
                        "name": name, "key_hash": secret.hash, "scope": scope.name, "person": owner,
                        "office": scope.onlyOffice, "desks": desks,
                    ]),
                orThrow: .unknownReader(name), noting: ConfigurationChange(.reader, .added, name), by: author, now: now)
        }
        return secret.text
    }

    /// All readers by name, including revoked readers.
    package func readers() async throws -> [ListedReader] {
        try await pool.query("Readers/readers").map(ListedReader.init)
    }

    /// Stores when readers last sent a request, and what they said about themselves.
    func noteSeen(_ sightings: [ReaderID: ReaderSighting]) async throws {
        if sightings.isEmpty { return }
        // Sorted: two servers that update the same rows in different orders would deadlock.
        let readers = sightings.sorted { $0.key < $1.key }
        try await pool.query(
            "Readers/note_readers_seen",
            [
                "readers": readers.map(\.key), "instants": readers.map { PostgresTimestamp($0.value.at) },
                "clocks_ahead": readers.map(\.value.status.clockAhead?.components.seconds),
                "waiting_taps": readers.map { $0.value.status.waitingTaps.map(Int64.init) },
            ])
    }

    /// Gives a reader a new key.
    /// - Returns: the new key, of which only the hash is stored.
    /// - Throws: ``StoreError/unknownReader(_:)``.
    package func rotateReader(name: String, by author: ChangeAuthor = .command, now: Instant) async throws -> String {
        let secret = Secret()
        let until = PostgresTimestamp(now + Self.keyOverlap)
        try await pool.changeAccess(
            PostgresCommand(
                "Readers/rotate_reader", ["previous_until": until, "key_hash": secret.hash, "name": name]),
            orThrow: .unknownReader(name), noting: ConfigurationChange(.reader, .keyRenewed, name), by: author, now: now)
        return secret.text
    }

    /// Binds a reader's current and future keys to a TLS client certificate. All servers then accept the keys only on
    /// connections that presented this certificate.
    /// - Parameter certificate: nil removes the binding.
    /// - Throws: ``StoreError/unknownReader(_:)``.
    package func bindReader(name: String, to certificate: CertificateFingerprint?) async throws {
        try await pool.changeAccess(
            PostgresCommand("Readers/bind_reader", ["certificate_hash": certificate?.hash, "name": name]),
            orThrow: .unknownReader(name),
            noting: ConfigurationChange(.reader, certificate == nil ? .unbound : .bound, name), by: .command, now: nil)
    }

    /// Revokes a reader's keys on all servers.
    /// - Throws: ``StoreError/unknownReader(_:)``.
    package func revokeReader(name: String, by author: ChangeAuthor = .command, now: Instant? = nil) async throws {
        try await pool.changeAccess(
            PostgresCommand("Readers/revoke_reader", ["name": name]), orThrow: .unknownReader(name),
            noting: ConfigurationChange(.reader, .revoked, name), by: author, now: now)
    }

    /// The reader that has this key, and when the key ends; nil: until the key is rotated or revoked.
    func reader(withKeyHash hash: PostgresBytes, now: Instant) async throws -> (Reader, until: Instant?)? {
        try await pool.query("Readers/reader_by_key", ["key_hash": hash, "now": PostgresTimestamp(now)]).first.map { row in
            (try Reader(row), try row.instantIfPresent("previous_until"))
        }
    }
}
