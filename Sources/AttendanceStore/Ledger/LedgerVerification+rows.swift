import Attendance
import FoundationEssentials
import Postgres

extension LedgerEntry {
    /// Reads the columns of the table `ledger`.
    init(_ row: PostgresRow) throws {
        self.init(
            seq: try row.get("seq"), previousHash: try row.bytes("prev_hash"), type: try row.get("type"),
            recordID: try row.get("record_id"), acceptedAt: try row.instant("accepted_at"),
            timeCommitment: try row.bytes("time_commit"), placeCommitment: try row.bytesIfPresent("place_commit"))
    }
}

extension LedgerVerification.Row {
    /// Reads a row of `ledger_page`.
    init(_ row: PostgresRow) throws {
        entry = try LedgerEntry(row)
        hash = try row.bytes("entry_hash")
        isTimeErased = try row.get("is_time_erased")
        isPlaceErased = try row.get("is_place_erased")
        if try row.get("event_has_place", as: Bool.self) {
            place = try LedgerRecord.Place(event: row)
            placeSalt = try row.bytesIfPresent("event_place_salt")
        } else if try row.get("correction_has_place", as: Bool.self) {
            place = try LedgerRecord.Place(correction: row)
            placeSalt = try row.bytesIfPresent("correction_place_salt")
        }
        if let seq = try row.getIfPresent("event_seq", as: Int64.self) {
            recordSeq = seq
            timeSalt = try row.bytesIfPresent("event_salt")
            record = LedgerRecord(
                type: try row.get("event_type"), id: entry.recordID, receivedAt: try row.instant("event_received_at"),
                content: .event(try LedgerRecord.Event(row)), place: place)
        } else if let seq = try row.getIfPresent("correction_seq", as: Int64.self) {
            recordSeq = seq
            timeSalt = try row.bytesIfPresent("correction_salt")
            record = LedgerRecord(
                type: try row.get("correction_type"), id: entry.recordID,
                receivedAt: try row.instant("correction_received_at"),
                content: .correction(try LedgerRecord.Correction(row)), place: place)
        } else if let seq = try row.getIfPresent("erasure_seq", as: Int64.self) {
            recordSeq = seq
            timeSalt = try row.bytesIfPresent("erasure_salt")
            record = LedgerRecord(
                type: "erase", id: entry.recordID, receivedAt: try row.instant("erasure_received_at"),
                content: .erasure(try ErasureRecord(row)), place: place)
        }
    }
}

extension ErasureRecord {
    fileprivate init(_ row: PostgresRow) throws {
        self.init(
            part: try row.choice("erasure_part"), office: try row.getIfPresent("erasure_office_id"),
            person: try row.getIfPresent("erasure_person_id"), before: try row.instant("erasure_before"),
            rule: try row.get("erasure_rule"), author: try row.getIfPresent("erasure_author_id"),
            digest: try row.bytes("erasure_digest"))
    }
}

extension PostgresRow {

    func bytes(_ name: String) throws -> [UInt8] { try get(name, as: PostgresBytes.self).bytes }

    func bytesIfPresent(_ name: String) throws -> [UInt8]? { try getIfPresent(name, as: PostgresBytes.self)?.bytes }
}
