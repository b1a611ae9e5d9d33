package import Attendance
import Foundation
import Postgres

/// Registered tags: issue, replacement, retirement.
package struct TagStore: Sendable {
    let pool: PostgresPool
    let secrets: SecretStore

    /// Resolves the place that a tag's address names.
    /// - Parameters:
    ///   - office: the name in the address; nil: the office that has the desk.
    ///   - home: the office to choose if several match.
    /// - Throws: ``TagRegisterError/unknownDesk(_:)``, ``TagRegisterError/officeNeeded``,
    ///   ``StoreError/unknownOffice(_:)``.
    package func place(of kind: TapKind, at desk: DeskID?, in office: String?, home: OfficeID) async throws -> TagPlace {
        let all = try await OfficeStore(pool: pool).offices()
        let meant = office.map { name in all.named(name).map { [$0] } ?? [] } ?? all
        guard !meant.isEmpty else { throw StoreError.unknownOffice(office ?? "") }
        let candidates: [Office]
        if let desk {
            let holders = Set(
                try await pool.query("Floors/offices_of_desk", ["desk": desk.description])
                    .map { try $0.get("office_id", as: OfficeID.self) })
            candidates = meant.filter { holders.contains($0.id) }
            if candidates.isEmpty { throw TagRegisterError.unknownDesk(desk) }
        } else {
            candidates = meant
        }
        // The same rule as for a tap that names no office.
        guard let one = candidates.first(where: { $0.id == home }) ?? (candidates.count == 1 ? candidates[0] : nil) else {
            throw TagRegisterError.officeNeeded
        }
        return TagPlace(office: one.id, officeName: one.name, kind: kind, desk: desk)
    }

    /// Registers a tag, creates a word for its address and signs a certificate. If the tag is registered for this place
    /// already, returns its existing word and certificate.
    /// - Parameters:
    ///   - certifying: false registers only the UID, for a tag too small for a certificate.
    ///   - hasWord: whether the tag's address has room for a word.
    ///   - replacing: true: a tag in use for another place is retired first; false: it is an error.
    /// - Throws: ``TagRegisterError/inUse(_:_:)``, ``SecretError``.
    package func issueTag(
        _ uid: UID, for place: TagPlace, certifying: Bool = true, word hasWord: Bool = true, replacing: Bool = false,
        by author: ChangeAuthor = .command, now: Instant
    ) async throws -> IssuedTag {
        let certificate = try await certifying ? certificate(uid, place, now: now) : nil
        let word = hasWord ? TagWord() : nil
        return try await Self.seeingOthers {
            try await issue(uid, place, certificate, word, replacing: replacing, by: author, now: now)
        }
    }

    /// Retries once if another transaction has just added a row for the same tag: the second attempt sees it.
    static func seeingOthers<Value>(_ register: () async throws -> Value) async throws -> Value {
        do {
            return try await register()
        } catch let error as PostgresError where error.sqlState == "23505" {
            return try await register()
        }
    }

    private func issue(
        _ uid: UID, _ place: TagPlace, _ certificate: TagCertificate?, _ word: TagWord?, replacing: Bool,
        by author: ChangeAuthor, now: Instant
    ) async throws -> IssuedTag {
        try await pool.withTransaction { connection in
            let row = try await connection.query("Tags/tag_in_use", ["uid": PostgresBytes(uid.bytes)]).first
            var earlier: TagID?
            if let row {
                let id = try row.get("id", as: TagID.self)
                if try TagPlace(row) == place {
                    return try await renew(id, uid, place, certificate, word, row, connection)
                }
                guard replacing else { throw TagRegisterError.inUse(uid, try TagPlace(row)) }
                try await retire(
                    uid, id, why: TagRetirement.moved.rawValue, by: author, now: now, connection)
                earlier = id
            }
            let id = try await insert(uid, place, certificate, word, now: now, connection)
            try await ConfigurationChange(.tag, .added, "\(uid)").note(by: author, now: now, connection)
            if let earlier { try await connection.query("Tags/tag_replaced", ["successor": id, "tag": earlier]) }
            try await connection.notifyAccessChanged()
            return IssuedTag(uid: uid, place: place, certificate: certificate, word: word)
        }
    }

    /// Retires a tag. Recorded taps stay as they are.
    /// - Throws: ``TagRegisterError/unknownTag(_:)``, ``TagRegisterError/reasonMissing``.
    package func retireTag(_ uid: UID, why: String, by author: ChangeAuthor = .command, now: Instant) async throws {
        let why = try Self.reason(why)
        try await pool.withTransaction { connection in
            guard let row = try await connection.query("Tags/tag_in_use", ["uid": PostgresBytes(uid.bytes)]).first else {
                throw TagRegisterError.unknownTag(uid)
            }
            try await retire(uid, try row.get("id"), why: why, by: author, now: now, connection)
            try await connection.notifyAccessChanged()
        }
    }

    /// Replaces a lost or broken tag by another one. The new tag is registered by its UID only; it gets its certificate and
    /// a word for its address when it is written.
    /// - Throws: ``TagRegisterError``.
    package func replaceTag(
        _ old: UID, by new: UID, why: String, author: ChangeAuthor = .command, now: Instant
    ) async throws {
        let why = try Self.reason(why)
        guard old != new else { throw TagRegisterError.sameTag(old) }
        try await Self.seeingOthers { try await replace(old, by: new, why, author, now: now) }
    }

    private func replace(
        _ old: UID, by new: UID, _ why: String, _ author: ChangeAuthor, now: Instant
    ) async throws {
        try await pool.withTransaction { connection in
            guard let row = try await connection.query("Tags/tag_in_use", ["uid": PostgresBytes(old.bytes)]).first else {
                throw TagRegisterError.unknownTag(old)
            }
            if let other = try await connection.query("Tags/tag_in_use", ["uid": PostgresBytes(new.bytes)]).first {
                throw TagRegisterError.inUse(new, try TagPlace(other))
            }
            let id = try row.get("id", as: TagID.self)
            try await retire(id, why: why, now: now, connection)
            try await ConfigurationChange(.tag, .replaced, "\(old)", "\(new)").note(by: author, now: now, connection)
            let successor = try await insert(new, try TagPlace(row), nil, nil, now: now, connection)
            try await connection.query("Tags/tag_replaced", ["successor": successor, "tag": id])
            try await connection.notifyAccessChanged()
        }
    }

    /// Records that tags were read back with the correct content.
    package func noteWritten(_ uids: [UID], now: Instant) async throws {
        try await pool.withTransaction { connection in
            let uids = uids.map { PostgresBytes($0.bytes) }
            try await connection.query("Tags/tags_written", ["now": PostgresTimestamp(now), "uids": uids])
            try await connection.notifyAccessChanged()
        }
    }

    /// Whether a tag in use has this UID.
    package func isInUse(_ uid: UID) async throws -> Bool {
        try await pool.withTransaction { connection in
            try await !connection.query("Tags/tag_in_use", ["uid": PostgresBytes(uid.bytes)]).isEmpty
        }
    }

    // MARK: Lists

    /// All tags: those in use first, then by place.
    package func tags() async throws -> [RegisteredTag] { try await tags([], retired: nil).tags }

    /// A page of the tags that match a search.
    /// - Parameters:
    ///   - words: each must occur in a tag's office, floor, desk or event, or, from four characters on, in its UID.
    ///   - isRetired: nil: both.
    ///   - limit: nil: all.
    ///   - offset: the number of matching tags to skip.
    /// - Returns: the page and the number of all matching tags; that number is 0 if no tag follows `offset`.
    package func tags(
        _ words: [String], retired isRetired: Bool?, limit: Int64? = nil, after offset: Int64 = 0
    ) async throws -> (tags: [RegisteredTag], total: Int64) {
        let rows = try await pool.query(
            "Tags/tags", ["is_retired": isRetired, "words": words, "limit": limit, "offset": offset])
        return (try rows.map(RegisteredTag.init), try rows.first?.get("total") ?? 0)
    }

    /// The written tags in use of an office, by place.
    package func writtenTags(of office: OfficeID) async throws -> [TagPlace: [UID]] {
        try await pool.query("Tags/written_tags", ["office": office]).reduce(into: [:]) { tags, row in
            tags[try TagPlace(row), default: []].append(UID(try row.bytes("uid")))
        }
    }

    /// Suspicious taps that arrived since an instant, grouped by tag: the most serious flag first, then the latest.
    package func flaggedTaps(since: Instant, limit: Int64 = 50) async throws -> [FlaggedTaps] {
        try await pool.query("Tags/flagged_taps", ["since": PostgresTimestamp(since), "limit": limit]).compactMap { row in
            // A newer server may know other flags.
            guard let flag = TagFlag(rawValue: try row.get("flag")) else { return nil }
            return FlaggedTaps(
                flag: flag, uid: try row.uidIfPresent("tag_uid"), kind: try row.choice("kind"),
                desk: try row.getIfPresent("desk"), office: try row.get("office_id"), officeName: try row.get("office_name"),
                count: try row.get("count"), latest: try row.instant("latest_at"), reader: try row.getIfPresent("reader"))
        }
    }

    // MARK: Steps

    private func certificate(_ uid: UID, _ place: TagPlace, now: Instant) async throws -> TagCertificate {
        let (number, key) = try await SigningKeyStore(pool: pool, secrets: secrets).signer(now: now)
        let today = CivilDate(daysSince1970: Int64((Double(now.seconds) / 86_400).rounded(.down)))
        let text = TagCertificate.text(uid: uid, kind: place.kind, desk: place.desk, issued: today, key: number)
        let signature = Array(try key.signature(for: Data(text.utf8)))
        // The signature always has the right length, so only a clock before 1970 can fail here.
        guard let certificate = TagCertificate(key: number, issued: today, signature: signature) else {
            throw InstallationError.unusable("The server's clock is before 1970. Please set it.")
        }
        return certificate
    }

    /// Returns the word and certificate of a tag that is registered for this place already. Replaces the certificate if its
    /// key is no longer the signing key.
    private func renew(
        _ id: TagID, _ uid: UID, _ place: TagPlace, _ fresh: TagCertificate?, _ freshWord: TagWord?, _ row: PostgresRow,
        _ connection: PostgresConnection
    ) async throws -> IssuedTag {
        let known = try row.bytesIfPresent("certificate").flatMap { try? TagCertificate(payload: $0) }
        let certificate = fresh?.key == known?.key ? known : fresh
        let knownWord = try row.wordIfPresent("word")
        let word = freshWord == nil ? nil : knownWord ?? freshWord
        if certificate != known || word != knownWord {
            try await connection.query(
                "Tags/certify_tag",
                [
                    "key_number": certificate.map { Int64($0.key) },
                    "issued_day": certificate.map { $0.issued.dayNumber },
                    "certificate": certificate.map { PostgresBytes($0.payload) },
                    "word": word.map { PostgresBytes($0.bytes) }, "tag": id,
                ])
            try await connection.notifyAccessChanged()
        }
        return IssuedTag(uid: uid, place: place, certificate: certificate, word: word)
    }

    private func insert(
        _ uid: UID, _ place: TagPlace, _ certificate: TagCertificate?, _ word: TagWord?, now: Instant,
        _ connection: PostgresConnection
    ) async throws -> TagID {
        let command = InsertTag(uid: uid, place: place, certificate: certificate, word: word, now: now).command
        return try await connection.pipeline([command])[0][0].get("id")
    }

    private func retire(
        _ uid: UID, _ tag: TagID, why: String, by author: ChangeAuthor, now: Instant, _ connection: PostgresConnection
    ) async throws {
        try await retire(tag, why: why, now: now, connection)
        try await ConfigurationChange(.tag, .retired, "\(uid)").note(by: author, now: now, connection)
    }

    private func retire(_ tag: TagID, why: String, now: Instant, _ connection: PostgresConnection) async throws {
        try await connection.query("Tags/retire_tag", ["now": PostgresTimestamp(now), "why": why, "tag": tag])
    }

    private static func reason(_ text: String) throws(TagRegisterError) -> String {
        guard let reason = TypedText.sentences(text) else { throw .reasonMissing }
        return String(reason.unicodeScalars.prefix(200))
    }

    /// - Returns: nil if the office has no such desk.
    package func deskWithTags(_ desk: DeskID, of office: OfficeID) async throws -> DeskWithTags? {
        let desk = desk.description
        guard let row = try await pool.query("Tags/desk_with_use", ["office": office, "desk": desk]).first else {
            return nil
        }
        return DeskWithTags(
            floor: try row.get("floor"), outOfService: try row.getIfPresent("out_of_service"),
            lastUse: try row.instantIfPresent("last_use_at"), requiresSignature: try row.get("is_signing"),
            tags: try await pool.query("Tags/tags_of_desk", ["office": office, "desk": desk]).map { row in
                (try RegisteredTag(row), try row.instantIfPresent("last_use_at"))
            })
    }
}

/// The parameters of `Tags/insert_tag`.
private struct InsertTag {
    let uid: UID
    let place: TagPlace
    let certificate: TagCertificate?
    let word: TagWord?
    let now: Instant

    var command: PostgresCommand {
        PostgresCommand(
            "Tags/insert_tag",
            [
                "uid": PostgresBytes(uid.bytes), "office": place.office, "desk": place.desk?.description,
                "kind": place.kind.rawValue, "key_number": certificate.map { Int64($0.key) },
                "issued_day": certificate.map { $0.issued.dayNumber },
                "certificate": certificate.map { PostgresBytes($0.payload) }, "now": PostgresTimestamp(now),
                "word": word.map { PostgresBytes($0.bytes) },
            ])
    }
}

extension TagPlace {
    /// Reads a row of `Tags/tag_in_use` or `Tags/written_tags`.
    fileprivate init(_ row: PostgresRow) throws {
        self.init(
            office: try row.get("office_id"), officeName: try row.get("office_name"), kind: try row.choice("event"),
            desk: try row.deskIfPresent("desk"))
    }
}

extension RegisteredTag {
    /// Reads a row of `Tags/tags` or `Tags/tags_of_desk`.
    init(_ row: PostgresRow) throws {
        guard let uid = try row.uidIfPresent("uid") else {
            throw PostgresError.unexpectedColumn(query: "Tags/tags", column: try row.column("uid"), expected: "UID")
        }
        self.init(
            id: try row.get("id"), uid: uid, place: try TagPlace(row), key: try row.getIfPresent("key_number"),
            masterKey: try row.getIfPresent("master_key"),
            issued: try row.getIfPresent("issued_day", as: Int64.self).map(CivilDate.init(daysSince1970:)),
            isKeyRetired: try row.get("is_key_retired"), madeAt: try row.instant("made_at"),
            writtenAt: try row.instantIfPresent("written_at"), retiredAt: try row.instantIfPresent("retired_at"),
            why: try row.getIfPresent("why"), successor: try row.uidIfPresent("successor_uid"),
            hasWord: try row.get("has_word"))
    }
}

extension PostgresRow {
    /// The UID in a column; nil if it is null.
    fileprivate func uidIfPresent(_ name: String) throws -> UID? {
        try bytesIfPresent(name).map { UID($0) }
    }
}
