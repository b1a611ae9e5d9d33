import Attendance
package import FoundationEssentials

/// What is wrong with the ledger, at the first entry where something is.
package enum LedgerFlaw: Sendable, Equatable {
    /// The entry that somebody wrote down is not in the ledger as it was.
    case otherThanCheckpoint(Int64)
    /// The ledger ends before the entry that was written down.
    case shorterThanCheckpoint(Int64, head: Int64)
    case missingEntry(Int64)
    /// The entry does not follow the one before it.
    case brokenChain(seq: Int64)
    /// What the entry says is not what its hash says.
    case changedEntry(seq: Int64)
    /// The record is gone, and nothing tells of an erasure.
    case missingRecord(seq: Int64, id: UUID)
    case missingPlace(seq: Int64, id: UUID)
    /// What the record says of time is not what was committed to.
    case changedRecord(seq: Int64, id: UUID)
    case changedPlace(seq: Int64, id: UUID)
    /// The log stands elsewhere than the ledger's end: entries were cut off.
    case cutOff(after: Int64, head: Int64)
    /// The log holds a record that has no entry.
    case recordWithoutEntry(seq: Int64, id: UUID)
    /// What is listed as gone by an erasure is not what it committed to.
    case changedErasure(seq: Int64, id: UUID)
}

extension LedgerFlaw: CustomStringConvertible {
    package var description: String {
        switch self {
        case .otherThanCheckpoint(let seq): "entry \(seq) is not the one that was written down: the ledger was made anew"
        case .shorterThanCheckpoint(let seq, let head):
            "it ends with entry \(head), and is shorter than the head that was written down, entry \(seq): entries were cut off, or "
                + "the database was restored to an earlier state"
        case .missingEntry(let seq): "entry \(seq) is missing"
        case .brokenChain(let seq): "entry \(seq) does not follow entry \(seq - 1)"
        case .changedEntry(let seq): "entry \(seq) was changed"
        case .missingRecord(let seq, let id): "the record \(id.text) of entry \(seq) is gone, and no erasure tells of it"
        case .missingPlace(let seq, let id): "the place of record \(id.text), entry \(seq), is gone, and no erasure tells of it"
        case .changedRecord(let seq, let id): "the record \(id.text) of entry \(seq) was changed"
        case .changedPlace(let seq, let id): "the place of record \(id.text), entry \(seq), was changed"
        case .cutOff(let seq, let head): "the ledger ends with entry \(seq), the log with record \(head)"
        case .changedErasure(let seq, let id): "the list of what erasure \(id.text), entry \(seq), erased was changed"
        case .recordWithoutEntry(let seq, let id): "the record \(id.text), number \(seq), has no entry"
        }
    }
}

extension UUID {
    fileprivate var text: String { uuidString.lowercased() }
}

/// Holds entry after entry against the one before it and against its record. A value: it is fed rows and says the first flaw.
struct LedgerVerification {
    /// An entry with what is left of its record.
    struct Row {
        var entry: LedgerEntry
        /// As it is stored.
        var hash: [UInt8]
        var recordSeq: Int64?
        var record: LedgerRecord?
        var timeSalt: [UInt8]?
        var place: LedgerRecord.Place?
        var placeSalt: [UInt8]?
        /// Whether an erasure lists it.
        var isTimeErased: Bool
        var isPlaceErased: Bool
    }

    /// The entry looked at last.
    private(set) var last: LedgerCheckpoint
    /// The number of the first entry looked at.
    private(set) var first: Int64?
    private(set) var count = 0

    init(after checkpoint: LedgerCheckpoint) { last = checkpoint }

    mutating func take(_ row: Row) -> LedgerFlaw? {
        let (entry, seq) = (row.entry, row.entry.seq)
        // Records from before the ledger have numbers but no entries.
        let follows = last.seq == 0 ? seq : last.seq + 1
        if seq != follows { return .missingEntry(follows) }
        if entry.hash != row.hash { return .changedEntry(seq: seq) }
        if entry.previousHash != last.hash { return .brokenChain(seq: seq) }
        if let flaw = contentFlaw(row) { return flaw }
        first = first ?? seq
        last = LedgerCheckpoint(seq: seq, hash: row.hash)
        count += 1
        return nil
    }

    /// - Parameters: where the log says it stands.
    func end(headSeq: Int64, headHash: [UInt8]) -> LedgerFlaw? {
        if headHash != last.hash || (headSeq != last.seq && last.seq != 0) { return .cutOff(after: last.seq, head: headSeq) }
        return nil
    }

    private func contentFlaw(_ row: Row) -> LedgerFlaw? {
        let (seq, id) = (row.entry.seq, row.entry.recordID)
        guard let record = row.record else { return row.isTimeErased ? nil : .missingRecord(seq: seq, id: id) }
        guard row.recordSeq == seq, record.type == row.entry.type, record.receivedAt == row.entry.acceptedAt,
            let timeSalt = row.timeSalt, record.timeBytes.commitment(salt: timeSalt) == row.entry.timeCommitment
        else { return .changedRecord(seq: seq, id: id) }
        guard let commitment = row.entry.placeCommitment else {
            return record.place == nil ? nil : .changedPlace(seq: seq, id: id)
        }
        guard let bytes = record.placeBytes else { return row.isPlaceErased ? nil : .missingPlace(seq: seq, id: id) }
        guard let salt = row.placeSalt, bytes.commitment(salt: salt) == commitment else {
            return .changedPlace(seq: seq, id: id)
        }
        return nil
    }
}
