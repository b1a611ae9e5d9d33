package import Attendance
import Foundation
import Postgres

/// Registered tags: issue, replacement, retirement.
package struct TagStore: Sendable {
    let pool: PostgresPool
    let secrets: SecretKeeper

    /// Finds out what a tag's address means.
    /// - Parameters:
    ///   - office: as the address names it; nil: the one that has the desk.
    ///   - home: the office meant where neither says.
    /// - Throws: ``TagRegisterError/unknownDesk(_:)``, ``TagRegisterError/officeNeeded(_:)``, ``StoreError/unknownOffice(_:)``.
    package func place(of kind: TapKind, at desk: DeskID?, in office: String?, home: Int64) async throws -> TagPlace {
        let all = try await OfficeStore(pool: pool).offices()
        let meant = office.map { name in all.filter { $0.name == name } } ?? all
        guard !meant.isEmpty else { throw StoreError.unknownOffice(office ?? "") }
        let candidates: [Office]
        if let desk {
            let holders = Set(
                try await pool.query("Floors/offices_of_desk", ["desk": desk.description])
                    .map { try $0.get("office_id", as: Int64.self) })
            candidates = meant.filter { holders.contains($0.id) }
            if candidates.isEmpty { throw TagRegisterError.unknownDesk(desk) }
        } else {
            candidates = meant
        }
        // The same choice as for a tap that names no office.
        guard let one = candidates.first(where: { $0.id == home }) ?? (candidates.count == 1 ? candidates[0] : nil) else {
            throw TagRegisterError.officeNeeded(desk)
        }
        return TagPlace(office: one.id, officeName: one.name, kind: kind, desk: desk)
    }

    /// Registers a tag, makes a word for its address, and signs a certificate for it. What is registered so already is given
    /// once more.
    /// - Parameters:
    ///   - certifying: false registers the UID alone, for a tag too small for a certificate.
    ///   - hasWord: whether its address has room for a word.
    ///   - replacing: whether the tag may have stood for something else until now.
    /// - Throws: ``TagRegisterError/inUse(_:_:)``, ``SecretError``.
    package func issueTag(
        _ uid: UID, for place: TagPlace, certifying: Bool = true, word hasWord: Bool = true, replacing: Bool = false,
        now: Instant
    ) async throws -> IssuedTag {
        let certificate = try await certifying ? certificate(uid, place, now: now) : nil
        let word = hasWord ? TagWord() : nil
        return try await seeingOthers { try await issue(uid, place, certificate, word, replacing: replacing, now: now) }
    }

    /// Registers a tag. Where somebody else has just registered it, once more: now it is there to be seen.
    private func seeingOthers<Value>(_ register: () async throws -> Value) async throws -> Value {
        do {
            return try await register()
        } catch let error as PostgresError where error.sqlState == "23505" {
            return try await register()
        }
    }

    private func issue(
        _ uid: UID, _ place: TagPlace, _ certificate: TagCertificate?, _ word: TagWord?, replacing: Bool, now: Instant
    ) async throws -> IssuedTag {
        try await pool.withTransaction { connection in
            let row = try await connection.query("Tags/tag_in_use", PostgresBytes(uid.bytes)).first
            var earlier: Int64?
            if let row {
                let id = try row.get(0, as: Int64.self)
                if try TagPlace(row) == place {
                    return try await renew(id, uid, place, certificate, word, row, connection)
                }
                guard replacing else { throw TagRegisterError.inUse(uid, try TagPlace(row)) }
                try await connection.query(
                    "Tags/retire_tag", id, PostgresTimestamp(now), "It stands for \(place.description) now.")
                earlier = id
            }
            let id = try await insert(uid, place, certificate, word, now: now, connection)
            if let earlier { try await connection.query("Tags/tag_replaced", earlier, id) }
            try await connection.notifyAccessChanged()
            return IssuedTag(uid: uid, place: place, certificate: certificate, word: word)
        }
    }

    /// Takes a tag out of use. What was tapped stays as it is.
    /// - Throws: ``TagRegisterError/unknownTag(_:)``, ``TagRegisterError/reasonMissing``.
    package func retireTag(_ uid: UID, why: String, now: Instant) async throws {
        let why = try Self.reason(why)
        try await pool.withTransaction { connection in
            guard let row = try await connection.query("Tags/tag_in_use", PostgresBytes(uid.bytes)).first else {
                throw TagRegisterError.unknownTag(uid)
            }
            try await connection.query("Tags/retire_tag", try row.get(0, as: Int64.self), PostgresTimestamp(now), why)
            try await connection.notifyAccessChanged()
        }
    }

    /// Puts another tag in the place of one that is lost or broken. It is registered by its UID; writing it gives it its
    /// certificate, and a word of its own in its address.
    /// - Throws: ``TagRegisterError``.
    package func replaceTag(_ old: UID, by new: UID, why: String, now: Instant) async throws {
        let why = try Self.reason(why)
        guard old != new else { throw TagRegisterError.sameTag(old) }
        try await seeingOthers { try await replace(old, by: new, why, now: now) }
    }

    private func replace(_ old: UID, by new: UID, _ why: String, now: Instant) async throws {
        try await pool.withTransaction { connection in
            guard let row = try await connection.query("Tags/tag_in_use", PostgresBytes(old.bytes)).first else {
                throw TagRegisterError.unknownTag(old)
            }
            if let other = try await connection.query("Tags/tag_in_use", PostgresBytes(new.bytes)).first {
                throw TagRegisterError.inUse(new, try TagPlace(other))
            }
            let id = try row.get(0, as: Int64.self)
            try await connection.query("Tags/retire_tag", id, PostgresTimestamp(now), why)
            let successor = try await insert(new, try TagPlace(row), nil, nil, now: now, connection)
            try await connection.query("Tags/tag_replaced", id, successor)
            try await connection.notifyAccessChanged()
        }
    }

    /// Notes that tags were read back, and say what they should.
    package func noteWritten(_ uids: [UID], now: Instant) async throws {
        try await pool.withTransaction { connection in
            try await connection.query("Tags/tags_written", uids.map { PostgresBytes($0.bytes) }, PostgresTimestamp(now))
            try await connection.notifyAccessChanged()
        }
    }

    /// Whether a tag in use has this UID.
    package func isInUse(_ uid: UID) async throws -> Bool {
        try await pool.withTransaction { try await !$0.query("Tags/tag_in_use", PostgresBytes(uid.bytes)).isEmpty }
    }

    // MARK: What there is

    /// All tags, those in use first, in the order of their places.
    package func tags() async throws -> [RegisteredTag] { try await tags([], retired: nil).tags }

    /// A part of the tags.
    /// - Parameters:
    ///   - words: each stands somewhere in a tag's office, floor, desk or event, or from four digits on in its UID.
    ///   - isRetired: nil is both.
    ///   - limit: nil is all.
    ///   - offset: how many are left out before.
    /// - Returns: them, and how many there are in all; none in all where none are behind `offset`.
    package func tags(
        _ words: [String], retired isRetired: Bool?, limit: Int64? = nil, after offset: Int64 = 0
    ) async throws -> (tags: [RegisteredTag], total: Int64) {
        let rows = try await pool.query("Tags/tags", words, isRetired, limit, offset)
        return (try rows.map(RegisteredTag.init), try rows.first?.get(14) ?? 0)
    }

    /// Taps since then whose tag was odd: those of one tag together, the gravest and then the latest first.
    package func flaggedTaps(since: Instant, limit: Int64 = 50) async throws -> [FlaggedTaps] {
        try await pool.query("Tags/flagged_taps", PostgresTimestamp(since), limit).map { row in
            FlaggedTaps(
                flag: try row.choice(0), uid: try row.bytesIfPresent(1).flatMap { UID($0) }, kind: try row.choice(3),
                desk: try row.getIfPresent(2), office: try row.get(7), officeName: try row.get(8), count: try row.get(4),
                latest: try row.instant(5), reader: try row.getIfPresent(6))
        }
    }

    // MARK: Steps

    private func certificate(_ uid: UID, _ place: TagPlace, now: Instant) async throws -> TagCertificate {
        let (number, key) = try await SigningKeyStore(pool: pool, secrets: secrets).signer(now: now)
        let today = CivilDate(daysSince1970: Int64((Double(now.seconds) / 86_400).rounded(.down)))
        let text = TagCertificate.text(uid: uid, kind: place.kind, desk: place.desk, issued: today, key: number)
        let signature = Array(try key.signature(for: Data(text.utf8)))
        // A signature has its length, and a server's clock is not before 1970.
        guard let certificate = TagCertificate(key: number, issued: today, signature: signature) else {
            throw StoreError.badInstallation("The server's clock is before 1970. Please set it.")
        }
        return certificate
    }

    /// A tag that stands for this already: its word and its certificate are given once more, or another certificate where its
    /// key does not sign now.
    private func renew(
        _ id: Int64, _ uid: UID, _ place: TagPlace, _ fresh: TagCertificate?, _ freshWord: TagWord?, _ row: PostgresRow,
        _ connection: PostgresConnection
    ) async throws -> IssuedTag {
        let known = try row.bytesIfPresent(7).flatMap { try? TagCertificate(payload: $0) }
        let certificate = fresh?.key == known?.key ? known : fresh
        let knownWord = try row.wordIfPresent("word")
        let word = freshWord == nil ? nil : knownWord ?? freshWord
        if certificate != known || word != knownWord {
            try await connection.query(
                "Tags/certify_tag", id, certificate.map { Int64($0.key) },
                certificate.map { Int32(clamping: $0.issued.daysSince1970) },
                certificate.map { PostgresBytes($0.payload) }, word.map { PostgresBytes($0.bytes) })
            try await connection.notifyAccessChanged()
        }
        return IssuedTag(uid: uid, place: place, certificate: certificate, word: word)
    }

    private func insert(
        _ uid: UID, _ place: TagPlace, _ certificate: TagCertificate?, _ word: TagWord?, now: Instant,
        _ connection: PostgresConnection
    ) async throws -> Int64 {
        try await connection.query(
            "Tags/insert_tag", PostgresBytes(uid.bytes), place.office, place.desk?.description, place.kind.rawValue,
            certificate.map { Int64($0.key) }, certificate.map { Int32(clamping: $0.issued.daysSince1970) },
            certificate.map { PostgresBytes($0.payload) }, PostgresTimestamp(now), word.map { PostgresBytes($0.bytes) })[0]
            .get(0)
    }

    private static func reason(_ text: String) throws(TagRegisterError) -> String {
        let reason = text.drop(while: \.isWhitespace)
        guard !reason.isEmpty else { throw .reasonMissing }
        return String(reason.prefix(200))
    }

    /// - Returns: nil where the office has no such desk.
    package func deskWithTags(_ desk: DeskID, of office: Int64) async throws -> DeskWithTags? {
        guard let row = try await pool.query("Tags/desk_with_use", office, desk.description).first else { return nil }
        return DeskWithTags(
            floor: try row.get(0), outOfService: try row.getIfPresent(1), lastUse: try row.instantIfPresent(2),
            tags: try await pool.query("Tags/tags_of_desk", office, desk.description).map { row in
                (try RegisteredTag(row), try row.instantIfPresent(14))
            })
    }
}

extension TagPlace {
    /// Reads a row of `tag_in_use`.
    fileprivate init(_ row: PostgresRow) throws {
        self.init(
            office: try row.get(1), officeName: try row.get(2), kind: try row.choice(4), desk: try row.deskIfPresent(3))
    }
}

extension RegisteredTag {
    /// Reads a row of `tags`.
    init(_ row: PostgresRow) throws {
        guard let uid = UID(try row.bytes(1)) else {
            throw PostgresError.unexpectedColumn(query: "Tags/tags", column: 1, expected: "UID")
        }
        self.init(
            id: try row.get(0), uid: uid,
            place: TagPlace(
                office: try row.get(2), officeName: try row.get(3), kind: try row.choice(5), desk: try row.deskIfPresent(4)),
            key: try row.getIfPresent(6), issued: try row.getIfPresent(7, as: Int64.self).map(CivilDate.init(daysSince1970:)),
            isKeyRetired: try row.get(13), madeAt: try row.instant(8), writtenAt: try row.instantIfPresent(9),
            retiredAt: try row.instantIfPresent(10), why: try row.getIfPresent(11),
            successor: try row.bytesIfPresent(12).flatMap { UID($0) }, hasWord: try row.get("has_word"))
    }
}
