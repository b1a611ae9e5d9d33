import Attendance
import FoundationEssentials
import Postgres

/// A record's content as the ledger commits to it. People and offices are ids, because names can be erased.
struct LedgerRecord: Equatable {
    /// The content of a tap or an addition, without the place.
    struct Event: Equatable {
        var person: PersonID
        var kind: String
        var at: Instant
        var atSent: String
        var office: OfficeID
        var quarantine: String?
        var client: String?
        /// Author and reason of an addition; nil for a tap.
        var author: PersonID?
        var reason: String?
    }

    /// The content of an amendment, a void or a restoration, without the place.
    struct Correction: Equatable {
        var target: UUID
        var person: PersonID
        var author: PersonID
        var reason: String
        var at: Instant?
        var atSent: String?
        var kind: String?
        var office: OfficeID?
    }

    enum Content: Equatable {
        case event(Event)
        case correction(Correction)
        case erasure(ErasureRecord)
        /// SHA-256 over the commitments of the facts.
        case facts(digest: [UInt8])
    }

    /// A record's place. It can be erased before the rest of the record.
    struct Place: Equatable {
        var desk: String?
        var deskSent: String?
        var reader: ReaderID?
        /// What the tag proved, the flag of a suspicious tag, and its UID; nil: no tag data was recorded.
        var proof: String?
        var flag: String?
        var tagUID: [UInt8]?

        /// Selects the layout of the commitment. Records without tag data keep the first layout.
        var hasTagData: Bool { proof != nil || flag != nil || tagUID != nil }
    }

    var type: String
    var id: UUID
    var receivedAt: Instant
    var content: Content
    var place: Place?

    var timeBytes: CanonicalBytes {
        switch content {
        case .event(let event): bytes(of: event)
        case .correction(let correction): bytes(of: correction)
        case .erasure(let erasure): bytes(of: erasure)
        case .facts(let digest): bytes(ofFacts: digest)
        }
    }

    private func begin(_ label: String) -> CanonicalBytes {
        var bytes = CanonicalBytes(label)
        bytes.add(type)
        bytes.add(id)
        bytes.add(receivedAt.millisecondsSince1970)
        return bytes
    }

    private func bytes(of event: Event) -> CanonicalBytes {
        var bytes = begin(event.author == nil ? "desktap time 1" : "desktap addition 1")
        bytes.add(event.person)
        bytes.add(event.kind)
        bytes.add(event.at.millisecondsSince1970)
        bytes.add(event.atSent)
        bytes.add(event.office)
        bytes.add(event.quarantine)
        bytes.add(event.client)
        if event.author != nil {
            bytes.add(event.author)
            bytes.add(event.reason)
        }
        return bytes
    }

    private func bytes(of correction: Correction) -> CanonicalBytes {
        var bytes = begin("desktap correction 1")
        bytes.add(correction.target)
        bytes.add(correction.person)
        bytes.add(correction.author)
        bytes.add(correction.reason)
        bytes.add(correction.at?.millisecondsSince1970)
        bytes.add(correction.atSent)
        bytes.add(correction.kind)
        bytes.add(correction.office)
        return bytes
    }

    private func bytes(of erasure: ErasureRecord) -> CanonicalBytes {
        var bytes = begin("desktap erasure 1")
        bytes.add(erasure.part.rawValue)
        bytes.add(erasure.office)
        bytes.add(erasure.person)
        bytes.add(erasure.before.millisecondsSince1970)
        bytes.add(erasure.rule)
        bytes.add(erasure.author)
        bytes.add(bytes: erasure.digest)
        return bytes
    }

    /// The function `record_facts` in the database makes the same bytes.
    private func bytes(ofFacts digest: [UInt8]) -> CanonicalBytes {
        var bytes = begin("desktap facts 1")
        bytes.add(bytes: digest)
        return bytes
    }

    var placeBytes: CanonicalBytes? {
        guard let place else { return nil }
        var bytes = CanonicalBytes(place.hasTagData ? "desktap place 2" : "desktap place 1")
        bytes.add(id)
        bytes.add(place.desk)
        bytes.add(place.deskSent)
        bytes.add(place.reader)
        if place.hasTagData {
            bytes.add(place.proof)
            bytes.add(place.flag)
            bytes.add(bytes: place.tagUID)
        }
        return bytes
    }
}

// MARK: - Rows of `ledger_page`

extension LedgerRecord {
    /// nil: the content is erased, or has columns that such a record does not have.
    init?(_ row: PostgresRow) throws {
        type = try row.get("type")
        id = try row.get("id")
        receivedAt = try row.instant("received_at")
        place = try row.get("has_place", as: Bool.self) ? try Place(row) : nil
        switch try row.getIfPresent("content", as: String.self) {
        case "event": content = .event(try Event(row))
        case "correction": content = .correction(try Correction(row))
        case "erasure": content = .erasure(try ErasureRecord(row))
        case "facts": content = .facts(digest: try row.bytes("facts_digest"))
        default: return nil
        }
    }
}

extension LedgerRecord.Event {
    fileprivate init(_ row: PostgresRow) throws {
        self.init(
            person: try row.get("person_id"), kind: try row.get("kind"), at: try row.instant("at"),
            atSent: try row.get("at_sent"), office: try row.get("office_id"), quarantine: try row.getIfPresent("quarantine"),
            client: try row.getIfPresent("client"), author: try row.getIfPresent("author_id"),
            reason: try row.getIfPresent("reason"))
    }
}

extension LedgerRecord.Correction {
    fileprivate init(_ row: PostgresRow) throws {
        self.init(
            target: try row.get("target_id"), person: try row.get("person_id"), author: try row.get("author_id"),
            reason: try row.get("reason"), at: try row.instantIfPresent("new_at"),
            atSent: try row.getIfPresent("new_at_sent"), kind: try row.getIfPresent("new_kind"),
            office: try row.getIfPresent("new_office_id"))
    }
}

extension LedgerRecord.Place {
    fileprivate init(_ row: PostgresRow) throws {
        self.init(
            desk: try row.getIfPresent("desk"), deskSent: try row.getIfPresent("desk_sent"),
            reader: try row.getIfPresent("reader_id"), proof: try row.getIfPresent("proof"),
            flag: try row.getIfPresent("flag"), tagUID: try row.bytesIfPresent("tag_uid"))
    }
}

extension ErasureRecord {
    fileprivate init(_ row: PostgresRow) throws {
        self.init(
            part: try row.choice("erased_part"), office: try row.getIfPresent("erased_office_id"),
            person: try row.getIfPresent("erased_person_id"), before: try row.instant("erased_before"),
            rule: try row.get("erased_rule"), author: try row.getIfPresent("author_id"),
            digest: try row.bytes("erased_digest"))
    }
}
