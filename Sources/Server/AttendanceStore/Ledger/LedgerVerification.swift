import Attendance
package import FoundationEssentials

/// The first flaw that a verification of the ledger found.
package enum LedgerFlaw: Sendable, Equatable {
    /// The ledger's entry differs from the saved checkpoint.
    case otherThanCheckpoint(Int64)
    /// The ledger ends before the saved checkpoint.
    case shorterThanCheckpoint(Int64, head: Int64)
    case missingEntry(Int64)
    /// The entry's hash is not that of its fields after the entry before it.
    case changedEntry(seq: Int64)
    /// The record is missing, and no erasure lists it.
    case missingRecord(seq: Int64, id: UUID)
    case missingPlace(seq: Int64, id: UUID)
    /// The record's content without the place does not match its commitment.
    case changedRecord(seq: Int64, id: UUID)
    case changedPlace(seq: Int64, id: UUID)
    /// The ledger ends elsewhere than the log: entries were cut off.
    case cutOff(after: Int64, head: Int64)
    /// A table of the log has a row whose number no record can have.
    case strayRow(seq: Int64)
    /// The list of an erasure's records does not match its commitment.
    case changedErasure(seq: Int64, id: UUID)
    /// A setting, a person's names, a legal hold or a fact of hours does not fit the ledger.
    case wrongFact(LedgerFact)
}

extension LedgerFlaw: CustomStringConvertible {
    package var description: String {
        switch self {
        case .otherThanCheckpoint(let seq): "entry \(seq) differs from the saved head: the ledger was rebuilt"
        case .shorterThanCheckpoint(let seq, let head):
            "it ends with entry \(head), before the saved head at entry \(seq): entries were cut off, or the database was "
                + "restored to an earlier state"
        case .missingEntry(let seq): "entry \(seq) is missing"
        case .changedEntry(let seq): "entry \(seq) was changed, or does not follow entry \(seq - 1)"
        case .missingRecord(let seq, let id):
            "the record \(id.text) of entry \(seq) is missing, and no erasure lists it"
        case .missingPlace(let seq, let id): "the place of record \(id.text), entry \(seq), is missing, and no erasure lists it"
        case .changedRecord(let seq, let id): "the record \(id.text) of entry \(seq) was changed"
        case .changedPlace(let seq, let id): "the place of record \(id.text), entry \(seq), was changed"
        case .cutOff(let seq, let head): "the ledger ends with entry \(seq), but the log with record \(head)"
        case .strayRow(let seq): "a row has the number \(seq), which no record can have there"
        case .changedErasure(let seq, let id): "the list of records of erasure \(id.text), entry \(seq), was changed"
        case .wrongFact(let fact): "\(fact)"
        }
    }
}

extension UUID {
    fileprivate var text: String { uuidString.lowercased() }
}

/// Compares each entry with the previous entry and with its record. Pure: takes rows in order and returns the first flaw.
struct LedgerVerification {
    /// An entry with the parts of its record that are not erased.
    struct Row {
        var entry: LedgerEntry
        /// The stored hash.
        var hash: [UInt8]
        /// nil: its content is erased or not readable.
        var record: LedgerRecord?
        /// Whether nothing of the content is left.
        var isEmpty: Bool
        var timeSalt: [UInt8]?
        var placeSalt: [UInt8]?
        /// Whether an erasure lists the record.
        var isTimeErased: Bool
        var isPlaceErased: Bool
    }

    /// The last verified entry.
    private(set) var last: LedgerCheckpoint
    private(set) var count = 0

    init(after checkpoint: LedgerCheckpoint) { last = checkpoint }

    mutating func take(_ row: Row) -> LedgerFlaw? {
        let (entry, seq) = (row.entry, row.entry.seq)
        if seq != last.seq + 1 { return .missingEntry(last.seq + 1) }
        if entry.previousHash != last.hash || entry.hash != row.hash { return .changedEntry(seq: seq) }
        if let flaw = contentFlaw(row) { return flaw }
        last = LedgerCheckpoint(seq: seq, hash: row.hash)
        count += 1
        return nil
    }

    /// Compares the ledger's end with the head of the log.
    func end(headSeq: Int64, headHash: [UInt8]) -> LedgerFlaw? {
        headHash == last.hash && headSeq == last.seq ? nil : .cutOff(after: last.seq, head: headSeq)
    }

    private func contentFlaw(_ row: Row) -> LedgerFlaw? {
        let (seq, id) = (row.entry.seq, row.entry.recordID)
        guard let record = row.record else {
            if !row.isEmpty { return .changedRecord(seq: seq, id: id) }
            return row.isTimeErased && row.entry.isErasable ? nil : .missingRecord(seq: seq, id: id)
        }
        guard let timeSalt = row.timeSalt, record.timeBytes.commitment(salt: timeSalt) == row.entry.timeCommitment else {
            return .changedRecord(seq: seq, id: id)
        }
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
