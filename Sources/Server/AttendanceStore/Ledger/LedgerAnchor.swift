package import Attendance
import Crypto
import FoundationEssentials

/// What a database contained at one instant, signed under the servers' secret. Stored outside the database, it lets a check of
/// a restored database detect what is missing and what was changed.
package struct LedgerAnchor: Sendable, Equatable {
    package var madeAt: Instant
    /// The ledger's head. Everything below is as of this record.
    package var head: LedgerCheckpoint
    /// The version of the program that made it.
    package var program: String
    /// The number of the schema's newest migration.
    package var schema: Int
    /// The fingerprint of the servers' secret.
    package var secret: [UInt8]
    /// The number of keys that sign tags. They are never deleted.
    package var signingKeys: Int
    /// The version of the time zones with which the hours were derived.
    package var timeZones: String
    package var record: RecordDigest
    package var signature: [UInt8] = []

    /// The bytes that are signed.
    private var content: [UInt8] {
        var bytes = CanonicalBytes("desktap anchor 1")
        bytes.add(madeAt.millisecondsSince1970)
        bytes.add(head.text)
        bytes.add(program)
        bytes.add(Int64(schema))
        bytes.add(bytes: secret)
        bytes.add(Int64(signingKeys))
        bytes.add(timeZones)
        bytes.add(Int64(record.months.count))
        for month in record.months {
            bytes.add(month.office)
            bytes.add(month.first.daysSince1970)
            bytes.add(month.workedSeconds)
            bytes.add(bytes: month.digest)
        }
        bytes.add(bytes: record.openSessions)
        return bytes.bytes
    }

    mutating func sign(with secret: ServerSecret) throws {
        signature = Array(try secret.anchorKey().signature(for: content))
    }

    func isSigned(with secret: ServerSecret) throws -> Bool {
        try secret.anchorKey().publicKey.isValidSignature(signature, for: content)
    }
}
