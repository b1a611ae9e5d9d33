import Attendance
import FoundationEssentials
import Postgres

extension PostgresCommand {
    /// Writes a batch of taps. Returns one row, or none if the log has changed since the batch was decided.
    static func recordTaps(_ batch: TapBatch) -> PostgresCommand {
        batch.appended.count == 1 ? recordTap(batch.appended[0], of: batch) : recordSeveral(batch)
    }

    private static func recordTap(_ appended: TapBatch.Appended, of batch: TapBatch) -> PostgresCommand {
        let (tap, place, link) = (appended.content, appended.place, appended.link)
        let (before, reading) = (batch.before, appended.reading)
        return PostgresCommand(
            "Taps/record_tap",
            [
                "seq": link.entry.seq, "hash": PostgresBytes(link.hash), "seq_before": before.seq, "roster": before.roster,
                "hash_before": PostgresBytes(before.hash),
                "id": link.entry.recordID, "received_at": PostgresTimestamp(link.entry.acceptedAt), "person": tap.person,
                "kind": tap.kind, "at": PostgresTimestamp(tap.at), "sent_at": tap.atSent, "office": tap.office,
                "quarantine": tap.quarantine, "client": tap.client, "time_salt": PostgresBytes(link.timeSalt),
                "time_commitment": PostgresBytes(link.entry.timeCommitment),
                "place_commitment": link.entry.placeCommitment.map { PostgresBytes($0) },
                "desk": place?.desk, "sent_desk": place?.deskSent, "reader": place?.reader,
                "place_salt": link.placeSalt.map { PostgresBytes($0) }, "proof": place?.proof, "flag": place?.flag,
                "uid": place?.tagUID.map { PostgresBytes($0) }, "generation": reading?.keys.generation,
                "counter": reading.map { Int64($0.counter) }, "is_reading_checked": batch.areReadingsChecked,
            ])
    }

    private static func recordSeveral(_ batch: TapBatch) -> PostgresCommand {
        // One element for each tap.
        let (taps, places, links) = (batch.appended.map(\.content), batch.appended.map(\.place), batch.appended.map(\.link))
        let ids = links.map(\.entry.recordID)
        let instants = taps.map { PostgresTimestamp($0.at) }
        let receivedInstants = links.map { PostgresTimestamp($0.entry.acceptedAt) }
        let uids = places.map { $0?.tagUID.map { PostgresBytes($0) } }
        let readings = batch.appended.map(\.reading)
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
                "generations": readings.map { $0?.keys.generation }, "counters": readings.map { $0.map { Int64($0.counter) } },
                "are_readings_checked": batch.areReadingsChecked,
            ])
    }
}
