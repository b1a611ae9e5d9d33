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

extension LedgerRecord.Event {
    init(_ row: PostgresRow) throws {
        self.init(
            person: try row.get("event_person_id"), kind: try row.get("event_kind"), at: try row.instant("event_at"),
            atSent: try row.get("event_at_sent"), office: try row.get("event_office_id"),
            quarantine: try row.getIfPresent("event_quarantine"), client: try row.getIfPresent("event_client"),
            author: try row.getIfPresent("event_author_id"), reason: try row.getIfPresent("event_reason"))
    }
}

extension LedgerRecord.Correction {
    init(_ row: PostgresRow) throws {
        self.init(
            target: try row.get("correction_target_id"), person: try row.get("correction_person_id"),
            author: try row.get("correction_author_id"), reason: try row.get("correction_reason"),
            at: try row.instantIfPresent("correction_at"), atSent: try row.getIfPresent("correction_at_sent"),
            kind: try row.getIfPresent("correction_kind"), office: try row.getIfPresent("correction_office_id"))
    }
}

extension LedgerRecord.Place {
    init(event row: PostgresRow) throws {
        self.init(
            desk: try row.getIfPresent("event_desk"), deskSent: try row.getIfPresent("event_desk_sent"),
            reader: try row.getIfPresent("event_reader_id"), proof: try row.getIfPresent("event_proof"),
            flag: try row.getIfPresent("event_flag"), tagUID: try row.bytesIfPresent("event_tag_uid"))
    }

    init(correction row: PostgresRow) throws {
        self.init(desk: try row.getIfPresent("correction_desk"), deskSent: try row.getIfPresent("correction_desk_sent"))
    }
}
