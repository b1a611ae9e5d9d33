import Attendance
import FoundationEssentials
import Postgres

extension PostgresCommand {
    /// Writes a batch of taps. Returns one row, or none if the log has changed since the batch
    /// was decided.
    static func recordTaps(_ batch: TapBatch) -> PostgresCommand {
        // One element for each tap.
        let (taps, places, links) = (batch.appended.map(\.content), batch.appended.map(\.place), batch.appended.map(\.link))
        let ids = links.map(\.entry.recordID)
        let instants = taps.map { PostgresTimestamp($0.at) }
        let receivedInstants = links.map { PostgresTimestamp($0.entry.acceptedAt) }
        let uids = places.map { $0?.tagUID.map { PostgresBytes($0) } }
        let ledger = LedgerColumns(links)

        return PostgresCommand(
            "Taps/record_taps",
            [
                "seq": batch.seq, "hashes": ledger.hashes, "seq_before": batch.before.seq, "roster": batch.before.roster,
                "hash_before": PostgresBytes(batch.before.hash),
                "ids": ids, "people": taps.map(\.person), "kinds": taps.map(\.kind), "instants": instants,
                "sent_instants": taps.map(\.atSent), "offices": taps.map(\.office), "received_instants": receivedInstants,
                "quarantines": taps.map(\.quarantine), "clients": taps.map(\.client),
                "desks": places.map(\.?.desk), "sent_desks": places.map(\.?.deskSent), "readers": places.map(\.?.reader),
                "time_salts": ledger.timeSalts, "time_commitments": ledger.timeCommitments,
                "place_salts": ledger.placeSalts, "place_commitments": ledger.placeCommitments,
                "proofs": places.map(\.?.proof), "flags": places.map(\.?.flag), "uids": uids,
            ])
    }
}
