package import Attendance
import Crypto
package import FoundationEssentials
import Postgres

/// One entry of the ledger: which record came at which place, and what it commits to.
package struct LedgerEntry: Sendable, Equatable {
    /// What the first entry follows.
    package static let genesis = [UInt8](repeating: 0, count: 32)

    package var seq: Int64
    package var previousHash: [UInt8]
    package var type: String
    package var recordID: UUID
    /// The server's clock when the record came, whole milliseconds.
    package var acceptedAt: Instant
    package var timeCommitment: [UInt8]
    /// nil where the record says nothing of place.
    package var placeCommitment: [UInt8]?

    /// SHA-256 over all of it, the previous entry's hash included: who changes one entry has to change all that follow.
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

/// A record with its entry and the salts under which the entry commits to it.
struct LedgerLink {
    var entry: LedgerEntry
    var hash: [UInt8]
    var timeSalt: [UInt8]
    var placeSalt: [UInt8]?

    /// Chains `record` to the entry that `previousHash` is of.
    init(_ record: LedgerRecord, seq: Int64, after previousHash: [UInt8]) {
        timeSalt = Self.salt()
        let place = record.placeBytes.map { ($0, Self.salt()) }
        placeSalt = place?.1
        entry = LedgerEntry(
            seq: seq, previousHash: previousHash, type: record.type, recordID: record.id, acceptedAt: record.receivedAt,
            timeCommitment: record.timeBytes.commitment(salt: timeSalt),
            placeCommitment: place.map { $0.0.commitment(salt: $0.1) })
        hash = entry.hash
    }

    /// Entries as the arrays in which they are written: previous hashes, hashes, then salts and commitments of time and place.
    static func columns(of links: [LedgerLink]) -> [(any PostgresEncodable)?] {
        [
            links.map { PostgresBytes($0.entry.previousHash) }, links.map { PostgresBytes($0.hash) },
            links.map { PostgresBytes($0.timeSalt) }, links.map { PostgresBytes($0.entry.timeCommitment) },
            links.map { $0.placeSalt.map { PostgresBytes($0) } },
            links.map { $0.entry.placeCommitment.map { PostgresBytes($0) } },
        ]
    }

    private static func salt() -> [UInt8] { SymmetricKey(size: .bits256).withUnsafeBytes { Array($0) } }
}
