import Attendance
import FoundationEssentials
import Postgres

extension LedgerVerification.Row {
    /// Reads a row of `ledger_page`.
    init(_ row: PostgresRow) throws {
        entry = LedgerEntry(
            seq: try row.get(0), previousHash: try row.bytes(1), type: try row.get(3), recordID: try row.get(4),
            acceptedAt: try row.instant(5), timeCommitment: try row.bytes(6), placeCommitment: try row.bytesIfPresent(7))
        hash = try row.bytes(2)
        isTimeErased = try row.get(52)
        isPlaceErased = try row.get(53)
        if try row.get(21, as: Bool.self) {
            place = LedgerRecord.Place(
                desk: try row.getIfPresent(22), deskSent: try row.getIfPresent(23), reader: try row.getIfPresent(24),
                proof: try row.getIfPresent(54), flag: try row.getIfPresent(55), tagUID: try row.bytesIfPresent(56))
            placeSalt = try row.bytesIfPresent(25)
        } else if try row.get(38, as: Bool.self) {
            place = LedgerRecord.Place(desk: try row.getIfPresent(39), deskSent: try row.getIfPresent(40))
            placeSalt = try row.bytesIfPresent(41)
        }
        if let seq = try row.getIfPresent(8, as: Int64.self) {
            try take(seq, type: try row.get(9), at: try row.instant(10), .event(try Self.event(row)), salt: 18, row)
        } else if let seq = try row.getIfPresent(26, as: Int64.self) {
            try take(seq, type: try row.get(27), at: try row.instant(28), .correction(try Self.correction(row)), salt: 37, row)
        } else if let seq = try row.getIfPresent(42, as: Int64.self) {
            try take(seq, type: "erase", at: try row.instant(43), .erasure(try Self.erasure(row)), salt: 51, row)
        }
    }

    private mutating func take(
        _ seq: Int64, type: String, at receivedAt: Instant, _ content: LedgerRecord.Content, salt: Int, _ row: PostgresRow
    ) throws {
        recordSeq = seq
        record = LedgerRecord(type: type, id: entry.recordID, receivedAt: receivedAt, content: content, place: place)
        timeSalt = try row.bytesIfPresent(salt)
    }

    private static func event(_ row: PostgresRow) throws -> LedgerRecord.Event {
        LedgerRecord.Event(
            person: try row.get(11), kind: try row.get(12), at: try row.instant(13), atSent: try row.get(14),
            office: try row.get(15), quarantine: try row.getIfPresent(16), client: try row.getIfPresent(17),
            author: try row.getIfPresent(19), reason: try row.getIfPresent(20))
    }

    private static func correction(_ row: PostgresRow) throws -> LedgerRecord.Correction {
        LedgerRecord.Correction(
            target: try row.get(29), person: try row.get(30), author: try row.get(31), reason: try row.get(32),
            at: try row.instantIfPresent(33), atSent: try row.getIfPresent(34), kind: try row.getIfPresent(35),
            office: try row.getIfPresent(36))
    }

    private static func erasure(_ row: PostgresRow) throws -> ErasureRecord {
        ErasureRecord(
            part: try row.choice(44), office: try row.getIfPresent(45), person: try row.getIfPresent(46),
            before: try row.instant(47), rule: try row.get(48), author: try row.getIfPresent(49), digest: try row.bytes(50))
    }
}

extension PostgresRow {
    func bytes(_ column: Int) throws -> [UInt8] { try get(column, as: PostgresBytes.self).bytes }

    func bytesIfPresent(_ column: Int) throws -> [UInt8]? { try getIfPresent(column, as: PostgresBytes.self)?.bytes }
}
