import Attendance
import FoundationEssentials
import Postgres

extension PostgresCommand {
    /// Writes a batch of taps with everything that it changes. Returns one row, or none if the log has changed since the batch
    /// was decided.
    static func recordTaps(_ batch: TapBatch) -> PostgresCommand {
        // One element for each tap.
        let (taps, places, links) = (batch.appended.map(\.content), batch.appended.map(\.place), batch.appended.map(\.link))
        let ids = links.map(\.entry.recordID)
        let instants = taps.map { PostgresTimestamp($0.at) }
        let receivedInstants = links.map { PostgresTimestamp($0.entry.acceptedAt) }
        let uids = places.map { $0?.tagUID.map { PostgresBytes($0) } }
        let ledger = LedgerColumns(links)

        // One element for each desk whose latest start changes.
        let claims = batch.deskClaims
        let claimInstants = claims.map { PostgresTimestamp($0.claim.start.at) }

        // One element for each person whose presence changes.
        let presence = PresenceColumns(batch.presences)

        return PostgresCommand(
            "Taps/record_taps",
            [
                "seq": batch.seq, "hashes": ledger.hashes, "seq_before": batch.before.seq, "roster": batch.before.roster,
                "hash_before": PostgresBytes(batch.before.hash),
                "ids": ids, "people": taps.map(\.person), "kinds": taps.map(\.kind), "instants": instants,
                "sent_instants": taps.map(\.atSent), "offices": taps.map(\.office), "received_instants": receivedInstants,
                "quarantines": taps.map(\.quarantine), "clients": taps.map(\.client),
                "desks": places.map(\.?.desk), "sent_desks": places.map(\.?.deskSent), "readers": places.map(\.?.reader),
                "proofs": places.map(\.?.proof), "flags": places.map(\.?.flag), "uids": uids,
                "time_salts": ledger.timeSalts, "time_commitments": ledger.timeCommitments,
                "place_salts": ledger.placeSalts, "place_commitments": ledger.placeCommitments,
                "claim_offices": claims.map(\.desk.office), "claim_desks": claims.map(\.desk.desk.description),
                "claim_people": claims.map(\.claim.person), "claim_start_ids": claims.map(\.claim.start.id),
                "claim_instants": claimInstants,
                "presence_people": presence.people, "presence_states": presence.states,
                "presence_session_starts": presence.sessionStarts, "presence_deadlines": presence.deadlines,
                "presence_offices": presence.offices, "presence_desks": presence.desks,
                "presence_start_ids": presence.startIDs, "presence_start_instants": presence.startInstants,
                "presence_desk_since": presence.deskSince, "presence_latest_instants": presence.latestInstants,
                "presence_latest_ranks": presence.latestRanks, "presence_latest_ids": presence.latestIDs,
            ])
    }
}
