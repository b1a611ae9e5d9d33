package import Attendance
import Postgres

/// A position in the ledger with its hash. Saved outside the database, it lets a later verification detect a rebuilt ledger.
package struct LedgerCheckpoint: Sendable, Equatable {
    /// The number of the latest entry; 0 before the first.
    package var seq: Int64
    package var hash: [UInt8]
    /// When the server accepted the latest record; nil before the first.
    package var acceptedAt: Instant?

    package init(seq: Int64, hash: [UInt8], acceptedAt: Instant? = nil) {
        self.seq = seq
        self.hash = hash
        self.acceptedAt = acceptedAt
    }

    static let genesis = LedgerCheckpoint(seq: 0, hash: LedgerEntry.genesis)

    /// Parses a line of `desktap ledger head`: number, colon, hash in hexadecimal digits, and optionally white space and an
    /// instant.
    package init?(_ text: String) {
        let fields = text.split(whereSeparator: \.isWhitespace)
        guard (1...2).contains(fields.count) else { return nil }
        if fields.count == 2 {
            guard let instant = Instant(rfc3339: String(fields[1])) else { return nil }
            acceptedAt = instant
        }
        let parts = fields[0].split(separator: ":")
        guard parts.count == 2, let seq = Int64(parts[0]), seq >= 0, parts[1].utf8.count == 64,
            let hash = [UInt8](hexadecimal: String(parts[1]))
        else { return nil }
        (self.seq, self.hash) = (seq, hash)
    }

    package var text: String {
        "\(seq):" + hash.hexadecimal.lowercased()
    }
}
