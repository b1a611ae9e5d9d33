package import Attendance
import Postgres

/// A Linux box with an NFC reader, as the server knows it.
package struct Reader: Sendable, Equatable {
    package let id: Int64
    package let name: String
    package let scope: ReaderScope
    /// The certificate without which its key is good for nothing; nil where it needs none.
    package let certificate: CertificateFingerprint?
}

/// What an administrator sees of a reader.
package struct ListedReader: Sendable, Equatable {
    package let reader: Reader
    /// Until when the key before its own is good; nil where there was none.
    package let previousKeyUntil: Instant?
    /// When its key was taken back.
    package let revokedAt: Instant?
    /// When it came last, if it did.
    package let lastSeenAt: Instant?
    /// Seconds that its clock was ahead of the server's when it last brought taps; below zero: behind. Nil if not known.
    package let clockAhead: Int64?

    /// Seconds that a clock may be off without being wrong.
    package static let clockTolerance: Int64 = 30
}

/// A reader's last visit to this server.
struct ReaderSighting: Sendable, Equatable {
    var at: Instant
    var clockAhead: Int64?
}

extension AttendanceStore {
    /// The channel that tells server processes to forget what they know of keys and people.
    package static let accessChannel = "desktap_access"
    /// Seconds for which a reader's old key is good where nobody says otherwise, and at most.
    package static let keyOverlap: Int64 = 86_400
    package static let longestKeyOverlap: Int64 = 30 * 86_400

    /// - Parameter replacing: a reader of this name, revoked or not, gets the new key and scope. Its earlier keys and its
    ///   certificate stop working on all servers at once. Otherwise its name is taken.
    /// - Returns: the reader's key, which is not kept.
    /// - Throws: ``StoreError/alreadyExists(_:)``; ``StoreError/unknownPerson(_:)``, ``StoreError/unknownDesk(_:)`` where the
    ///   scope names one.
    package func addReader(name: String, scope: ReaderScope = .anyone, replacing: Bool = false) async throws -> String {
        let secret = Secret()
        let owner: Int64? = if let user = scope.userName { try await person(userName: user).id } else { nil }
        let desks = scope.desks.map(\.description)
        if !desks.isEmpty {
            let known = Set(try await pool.query("Floors/desks_by_id", desks).map { try $0.get(1, as: String.self) })
            if let unknown = desks.first(where: { !known.contains($0) }) { throw StoreError.unknownDesk(unknown) }
        }
        try await naming(.reader(name)) {
            try await changeAccess(
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
        try await changeAccess(
            PostgresCommand("Readers/rotate_reader", name, secret.hash, until), orThrow: .unknownReader(name))
        return secret.text
    }

    /// Has a reader's keys, this one and those to come, be good on connections alone that showed this certificate; every server
    /// process holds them against it from then on.
    /// - Parameter certificate: nil where they shall be good without any.
    /// - Throws: ``StoreError/unknownReader(_:)``.
    package func bindReader(name: String, to certificate: CertificateFingerprint?) async throws {
        try await changeAccess(PostgresCommand("Readers/bind_reader", name, certificate?.hash), orThrow: .unknownReader(name))
    }

    /// Takes a reader's keys back; every server process refuses them from then on.
    /// - Throws: ``StoreError/unknownReader(_:)``.
    package func revokeReader(name: String) async throws {
        try await changeAccess(PostgresCommand("Readers/revoke_reader", name), orThrow: .unknownReader(name))
    }

    /// Changes who may come in, and tells every server process.
    /// - Parameter error: what is wrong where no row is changed.
    func changeAccess(_ command: PostgresCommand, orThrow error: StoreError) async throws {
        try await pool.withTransaction { connection in
            guard try await !connection.pipeline([command])[0].isEmpty else { throw error }
            try await connection.query("Presence/notify", Self.accessChannel, "")
        }
    }

    /// The reader that has this key, and until when it is good; nil is as long as nobody changes that.
    func reader(withKeyHash hash: PostgresBytes, now: Instant) async throws -> (reader: Reader, until: Instant?)? {
        try await pool.query("Readers/reader_by_key", hash, PostgresTimestamp(now)).first.map { row in
            (try Reader(row), try row.instantIfPresent(8))
        }
    }
}
