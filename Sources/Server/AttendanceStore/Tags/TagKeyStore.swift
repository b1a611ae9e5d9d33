package import Attendance
import Postgres
package import SecureMessaging

/// Keys of tags that sign their addresses. Master keys are stored wrapped under the servers' secret, and the keys of tags not at all:
/// they are derived.
package struct TagKeyStore: Sendable {
    let pool: PostgresPool
    let secrets: SecretStore

    /// The number of earlier sets of keys that a tag may still have. A tag misses a set if it was removed before it got the set, and a
    /// new registration or a new master key then required the next set.
    private static let earlierSets: Int64 = 10

    // MARK: Master keys

    /// All master keys by number. The last one in use makes new keys; every one in use verifies.
    package func masterKeys() async throws -> [TagMasterKey] {
        try await pool.query("Tags/master_keys").map { row in
            TagMasterKey(
                number: try row.get("number"), madeAt: try row.instant("made_at"),
                retiredAt: try row.instantIfPresent("retired_at"), tags: try row.get("tags"))
        }
    }

    /// Creates a master key for all tags that are written from now on. The keys of earlier ones still verify.
    /// - Returns: the new key's number.
    package func addMasterKey(now: Instant) async throws -> Int64 {
        while true {
            let next = (try await masterKeys().last?.number ?? 0) + 1
            if try await addMasterKey(next, now: now) { return next }
        }
    }

    /// - Returns: false if another server has just created a key with this number.
    private func addMasterKey(_ next: Int64, now: Instant) async throws -> Bool {
        guard let number = UInt16(exactly: next) else { throw TagRegisterError.tooManyKeys }
        let wrapped = try await secrets.secret().wrapped(AESKey.random(), number: number)
        return try await pool.withTransaction { connection in
            let rows = try await connection.query(
                "Tags/insert_master_key",
                ["number": next, "wrapped_key": PostgresBytes(wrapped), "now": PostgresTimestamp(now)])
            guard !rows.isEmpty else { return false }
            try await ConfigurationChange(.masterKey, .added, "\(next)").note(by: .command, now: now, connection)
            try await connection.notifyAccessChanged()
            return true
        }
    }

    /// Retires a master key. The signatures of its tags prove only the UID then.
    /// - Throws: ``TagRegisterError/unknownMasterKey(_:)``.
    package func retireMasterKey(_ number: Int64, now: Instant) async throws {
        try await pool.withTransaction { connection in
            let retired = try await connection.query(
                "Tags/retire_master_key", ["now": PostgresTimestamp(now), "number": number])
            guard !retired.isEmpty else { throw TagRegisterError.unknownMasterKey(number) }
            try await ConfigurationChange(.masterKey, .retired, "\(number)").note(by: .command, now: now, connection)
            try await connection.notifyAccessChanged()
        }
    }

    // MARK: Keys of a tag

    /// The keys to write to a tag. They are stored before they are returned. Keys that the tag may not have yet are returned again, so
    /// that interrupted work can be completed.
    /// - Parameter uid: seven bytes.
    /// - Throws: ``SecretError``.
    package func issueKeys(of uid: UID, by author: ChangeAuthor = .command, now: Instant) async throws -> NTAG424KeyRing {
        let (master, masters) = try await newestMaster(now: now)
        let sets = try await TagStore.seeingOthers { try await nextSets(of: uid, master, by: author, now: now) }
        return try Self.ring(of: uid, sets, masters)
    }

    /// The sets of a tag, with a new one unless the latest can be given to it again.
    private func nextSets(of uid: UID, _ master: Int64, by author: ChangeAuthor, now: Instant) async throws -> [KeySet] {
        try await pool.withTransaction { connection in
            try await ConfigurationChange(.tag, .keysGiven, "\(uid)").note(by: author, now: now, connection)
            var sets = try await Self.sets(of: uid, connection)
            let isReusable = sets.first.map { $0.isReusable && $0.master == master } ?? false
            if !isReusable {
                sets.insert(KeySet(generation: (sets.first?.generation ?? 0) + 1, master: master, isReusable: true), at: 0)
                try await connection.query(
                    "Tags/insert_tag_key",
                    [
                        "uid": PostgresBytes(uid.bytes), "generation": sets[0].generation, "master": master,
                        "now": PostgresTimestamp(now),
                    ])
                try await connection.notifyAccessChanged()
            }
            return sets
        }
    }

    /// The keys that a tag may have, to give it its factory keys again.
    /// - Throws: ``TagRegisterError/noKeys(_:)`` if none were made here; ``SecretError``.
    package func keys(of uid: UID, by author: ChangeAuthor = .command, now: Instant) async throws -> NTAG424KeyRing {
        let sets = try await pool.withTransaction { connection in
            let sets = try await Self.sets(of: uid, connection)
            guard !sets.isEmpty else { throw TagRegisterError.noKeys(uid) }
            try await ConfigurationChange(.tag, .keysGiven, "\(uid)").note(by: author, now: now, connection)
            return sets
        }
        return try Self.ring(of: uid, sets, try await decryptedMasters(with: try await secrets.existing()))
    }

    /// Records that a tag signs with a set of keys. Addresses that earlier sets signed are not valid any more.
    func confirm(_ keys: TagReading.KeySet, now: Instant) async throws {
        try await pool.withTransaction { connection in
            try await connection.query(
                "Tags/confirm_tag_key",
                ["uid": PostgresBytes(keys.uid.bytes), "generation": keys.generation, "now": PostgresTimestamp(now)])
            try await connection.notifyAccessChanged()
        }
    }

    // MARK: Steps

    private struct KeySet {
        let generation: Int64
        let master: Int64
        let isReusable: Bool
    }

    /// The latest sets of a tag, the latest first.
    private static func sets(of uid: UID, _ connection: PostgresConnection) async throws -> [KeySet] {
        try await connection.query("Tags/keys_of_tag", ["uid": PostgresBytes(uid.bytes), "limit": earlierSets + 1]).map { row in
            KeySet(
                generation: try row.get("generation"), master: try row.get("master"), isReusable: try row.get("is_reusable"))
        }
    }

    /// - Throws: ``TagRegisterError/noKeys(_:)`` without a set; ``TagRegisterError/newMasterKey``.
    private static func ring(of uid: UID, _ sets: [KeySet], _ masters: [Int64: Master]) throws -> NTAG424KeyRing {
        let keys = try sets.map { set in
            guard let keys = masters[set.master]?.key.tagKeys(of: uid, generation: set.generation) else {
                throw TagRegisterError.newMasterKey
            }
            return keys
        }
        guard let current = keys.first, let ring = NTAG424KeyRing(current, earlier: Array(keys.dropFirst())) else {
            throw TagRegisterError.noKeys(uid)
        }
        return ring
    }

    typealias Master = (key: AESKey, isRetired: Bool)

    /// The number of the key for new tags, which is created if there is none, and all master keys.
    private func newestMaster(now: Instant) async throws -> (Int64, [Int64: Master]) {
        let secret = try await secrets.secret()
        while true {
            let masters = try await decryptedMasters(with: secret)
            if let newest = masters.filter({ !$0.value.isRetired }).keys.max() { return (newest, masters) }
            // If several servers find no key, one creates it and all use it.
            _ = try await addMasterKey((masters.keys.max() ?? 0) + 1, now: now)
        }
    }

    /// All master keys by number.
    /// - Throws: ``SecretError`` if one of them cannot be decrypted.
    func decryptedMasters(with secret: ServerSecret) async throws -> [Int64: Master] {
        let (masters, failures) = try Self.decrypted(try await pool.query("Tags/master_keys"), with: secret)
        if let failure = failures.first { throw failure }
        return masters
    }

    /// Reads the rows of `Tags/master_keys`.
    /// - Returns: the keys by number, and why others cannot be decrypted.
    static func decrypted(
        _ rows: PostgresResult, with secret: ServerSecret
    ) throws -> (keys: [Int64: Master], failures: [SecretError]) {
        var keys: [Int64: Master] = [:]
        var failures: [SecretError] = []
        for row in rows {
            let number = try row.get("number", as: Int64.self)
            let (bytes, isRetired) = (try row.bytes("wrapped_key"), try row.instantIfPresent("retired_at") != nil)
            do throws(SecretError) {
                keys[number] = (
                    try secret.unwrappedTagKey(bytes, number: UInt16(truncatingIfNeeded: number)), isRetired
                )
            } catch {
                failures.append(error)
            }
        }
        return (keys, failures)
    }
}
