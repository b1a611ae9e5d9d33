import Postgres

/// The hash chain over all records: its head, its entries, its verification.
package struct LedgerStore: Sendable {
    private static let pageSize: Int64 = 5_000

    let pool: PostgresPool

    /// The latest entry.
    package func ledgerHead() async throws -> LedgerCheckpoint {
        let row = try await pool.query("Ledger/ledger_head")[0]
        return LedgerCheckpoint(
            seq: try row.get("seq"), hash: try row.bytes("hash"), acceptedAt: try row.instantIfPresent("received_at"))
    }

    /// Verifies the ledger from its beginning or from a saved checkpoint: compares each entry with the previous entry and with
    /// its record. Reads page by page in one snapshot.
    /// - Parameter progress: is called after each page with the number of verified entries.
    /// - Returns: the number of verified entries, and the first flaw.
    package func verifyLedger(
        since checkpoint: LedgerCheckpoint? = nil, progress: (Int) -> Void = { _ in }
    ) async throws -> (entries: Int, flaw: LedgerFlaw?) {
        try await pool.withSnapshot { connection in
            var verification = LedgerVerification(after: checkpoint ?? .genesis)
            if let checkpoint, let flaw = try await Self.flaw(connection, against: checkpoint) { return (0, flaw) }
            while true {
                let page = try await connection.query(
                    "Ledger/ledger_page", ["after": verification.last.seq, "person": nil, "limit": Self.pageSize])
                for row in page {
                    if let flaw = verification.take(try LedgerVerification.Row(row)) { return (verification.count, flaw) }
                }
                progress(verification.count)
                if page.count < Self.pageSize { break }
            }
            let head = try await connection.query("Ledger/ledger_head")[0]
            if let flaw = verification.end(headSeq: try head.get("seq"), headHash: try head.bytes("hash")) {
                return (verification.count, flaw)
            }
            if let row = try await connection.query("Ledger/stray_rows").first {
                return (verification.count, .strayRow(seq: try row.get("seq")))
            }
            // Includes erasures before the checkpoint, because their lists can change later.
            for row in try await connection.query("Ledger/erasure_digests")
            where try row.bytes("digest") != row.bytesIfPresent("listed_digest") {
                return (verification.count, .changedErasure(seq: try row.get("seq"), id: try row.get("id")))
            }
            if let row = try await connection.query("Ledger/fact_flaw").first {
                return (verification.count, .wrongFact(try LedgerFact(row)))
            }
            return (verification.count, nil)
        }
    }

    /// Why the ledger does not contain a saved checkpoint; nil: it does.
    static func flaw(_ connection: PostgresConnection, against checkpoint: LedgerCheckpoint) async throws -> LedgerFlaw? {
        if checkpoint.seq == 0 { return nil }
        let head = try await connection.query("Ledger/ledger_head")[0].get("seq", as: Int64.self)
        if head < checkpoint.seq { return .shorterThanCheckpoint(checkpoint.seq, head: head) }
        let known = try await connection.query("Ledger/ledger_entry", ["seq": checkpoint.seq]).first?.bytes("entry_hash")
        return known == checkpoint.hash ? nil : .otherThanCheckpoint(checkpoint.seq)
    }

    /// The entries after `seq`, ordered by number, each with its stored hash.
    package func ledgerEntries(after seq: Int64, limit: Int64) async throws -> [(entry: LedgerEntry, hash: [UInt8])] {
        try await pool.query("Ledger/ledger_entries", ["after": seq, "limit": limit]).map { row in
            (try LedgerEntry(row), try row.bytes("entry_hash"))
        }
    }
}
