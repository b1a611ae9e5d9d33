package import Attendance
import Crypto
package import FoundationEssentials

/// One entry of the ledger: the record, its position, and the commitments to its content.
package struct LedgerEntry: Sendable, Equatable {
    /// The previous hash of the first entry.
    package static let genesis = [UInt8](repeating: 0, count: 32)

    package var seq: Int64
    package var previousHash: [UInt8]
    package var type: String
    package var recordID: UUID
    /// When the server accepted the record, in whole milliseconds.
    package var acceptedAt: Instant
    package var timeCommitment: [UInt8]
    /// nil: the record has no place.
    package var placeCommitment: [UInt8]?

    /// Whether its record's content can be erased: not that of facts and erasures.
    var isErasable: Bool { type != "facts" && type != "erase" }

    /// SHA-256 over all fields, including the previous entry's hash: a changed entry invalidates all later entries.
    package var hash: [UInt8] {
        var bytes = CanonicalBytes("desktap entry 1")
        bytes.add(seq)
        bytes.add(bytes: previousHash)
        bytes.add(type)
        bytes.add(recordID)
        bytes.add(acceptedAt.millisecondsSince1970 * 1000)
        bytes.add(bytes: timeCommitment)
        bytes.add(bytes: placeCommitment)
        return bytes.hash
    }
}

/// A record's ledger entry with the salts of its commitments.
struct LedgerLink {
    var entry: LedgerEntry
    var hash: [UInt8]
    var timeSalt: [UInt8]
    var placeSalt: [UInt8]?

    /// Chains `record` to the entry with the hash `previousHash`.
    init(_ record: LedgerRecord, seq: Int64, after previousHash: [UInt8], _ salts: inout Salts) {
        timeSalt = salts.next()
        let place = record.placeBytes.map { ($0, salts.next()) }
        placeSalt = place?.1
        entry = LedgerEntry(
            seq: seq, previousHash: previousHash, type: record.type, recordID: record.id, acceptedAt: record.receivedAt,
            timeCommitment: record.timeBytes.commitment(salt: timeSalt),
            placeCommitment: place.map { $0.0.commitment(salt: $0.1) })
        hash = entry.hash
    }
}
