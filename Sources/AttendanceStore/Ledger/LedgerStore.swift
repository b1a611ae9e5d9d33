import Postgres

/// The hash chain over all records: its head, its entries, its verification.
package struct LedgerStore: Sendable {
    private static let pageSize: Int64 = 5_000

    let pool: PostgresPool

    /// Where the ledger stands now.
    package func ledgerHead() async throws -> LedgerCheckpoint {
        let row = try await pool.query("Ledger/ledger_head")[0]
        return LedgerCheckpoint(
            seq: try row.get(0), hash: try row.get(1, as: PostgresBytes.self).bytes, acceptedAt: try row.instantIfPresent(2))
    }

    /// Goes through the ledger from its beginning, or from a checkpoint that somebody kept, and holds every entry against the
    /// one before it and against its record. Reads page by page, on one state of the database.
    /// - Parameter progress: told now and then how many entries were right so far.
    /// - Returns: how many entries were looked at, and the first thing that is wrong.
    package func verifyLedger(
        since checkpoint: LedgerCheckpoint? = nil, progress: (Int) -> Void = { _ in }
    ) async throws -> (entries: Int, flaw: LedgerFlaw?) {
        try await pool.withSnapshot { connection in
            var verification = LedgerVerification(after: checkpoint ?? .genesis)
            if let checkpoint, checkpoint.seq > 0 {
                let known = try await connection.query("Ledger/ledger_entry", checkpoint.seq).first?.get(
                    0, as: PostgresBytes.self)
                let head = try await connection.query("Ledger/ledger_head")[0].get(0, as: Int64.self)
                if head < checkpoint.seq { return (0, .shorterThanCheckpoint(checkpoint.seq, head: head)) }
                guard known?.bytes == checkpoint.hash else { return (0, .otherThanCheckpoint(checkpoint.seq)) }
            }
            while true {
                let page = try await connection.query(
                    "Ledger/ledger_page", verification.last.seq, Self.pageSize, nil as Int64?)
                for row in page {
                    if let flaw = verification.take(try LedgerVerification.Row(row)) { return (verification.count, flaw) }
                }
                progress(verification.count)
                if page.count < Self.pageSize { break }
            }
            let head = try await connection.query("Ledger/ledger_head")[0]
            if let flaw = verification.end(
                headSeq: try head.get(0), headHash: try head.get(1, as: PostgresBytes.self).bytes)
            {
                return (verification.count, flaw)
            }
            if let first = verification.first,
                let row = try await connection.query("Ledger/records_without_entry", first).first
            {
                return (verification.count, .recordWithoutEntry(seq: try row.get(0), id: try row.get(1)))
            }
            // Also those from before a checkpoint: what they list could have been added to since.
            for row in try await connection.query("Ledger/erasure_digests") where try row.bytes(2) != row.bytes(3) {
                return (verification.count, .changedErasure(seq: try row.get(0), id: try row.get(1)))
            }
            return (verification.count, nil)
        }
    }

    /// Entries after one, in their order, each with its hash as it is kept.
    package func ledgerEntries(after seq: Int64, limit: Int64) async throws -> [(entry: LedgerEntry, hash: [UInt8])] {
        try await pool.query("Ledger/ledger_entries", seq, limit).map { row in
            let entry = LedgerEntry(
                seq: try row.get(0), previousHash: try row.bytes(1), type: try row.get(3), recordID: try row.get(4),
                acceptedAt: try row.instant(5), timeCommitment: try row.bytes(6),
                placeCommitment: try row.getIfPresent(7, as: PostgresBytes.self)?.bytes)
            return (entry, try row.bytes(2))
        }
    }
}
