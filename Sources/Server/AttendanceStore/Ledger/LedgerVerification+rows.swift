import Attendance
import FoundationEssentials
import Postgres

extension LedgerEntry {
    /// Reads a row of `ledger_entries` or `ledger_page`.
    init(_ row: PostgresRow) throws {
        self.init(
            seq: try row.get("seq"), previousHash: try row.bytesIfPresent("previous_hash") ?? Self.genesis,
            type: try row.get("type"), recordID: try row.get("id"), acceptedAt: try row.instant("received_at"),
            timeCommitment: try row.bytes("time_commit"), placeCommitment: try row.bytesIfPresent("place_commit"))
    }
}

extension LedgerVerification.Row {
    /// Reads a row of `ledger_page`.
    init(_ row: PostgresRow) throws {
        entry = try LedgerEntry(row)
        hash = try row.bytes("entry_hash")
        // Content that lacks a field was changed in the database.
        record = try? LedgerRecord(row)
        isEmpty = try row.getIfPresent("content", as: String.self) == "empty"
        timeSalt = try row.bytesIfPresent("salt")
        placeSalt = try row.bytesIfPresent("place_salt")
        isTimeErased = try row.get("is_time_erased")
        isPlaceErased = try row.get("is_place_erased")
    }
}
