import Attendance
import FoundationEssentials
import Postgres

/// The parameters of `record_taps`: a batch of taps with everything that it changes.
struct RecordTapsStatement {
    private let before: LogCache.Version
    private let seq: Int64
    /// The notification's payload; nil if the batch changes no presence.
    private let payload: String?

    // One element for each tap.
    private let ids: [UUID]
    private let people: [PersonID]
    private let kinds: [String]
    private let instants: [PostgresTimestamp]
    private let sentInstants: [String]
    private let offices: [OfficeID]
    private let receivedInstants: [PostgresTimestamp]
    private let quarantines: [String?]
    private let clients: [String?]
    private let desks: [String?]
    private let sentDesks: [String?]
    private let readers: [ReaderID?]
    private let proofs: [String?]
    private let flags: [String?]
    private let uids: [PostgresBytes?]
    private let ledger: LedgerColumns

    // One element for each desk whose latest start changes.
    private let claimOffices: [OfficeID]
    private let claimDesks: [String]
    private let claimPeople: [PersonID]
    private let claimStartIDs: [UUID]
    private let claimInstants: [PostgresTimestamp]

    // One element for each person whose presence changes.
    private let presence: PresenceColumns

    init(_ batch: TapBatch) {
        before = batch.before
        seq = batch.seq
        payload = batch.changedPeople.isEmpty ? nil : PresencePayload(seq: batch.seq, people: batch.changedPeople).text

        let (taps, links) = (batch.appended.map(\.content), batch.appended.map(\.link))
        ids = links.map(\.entry.recordID)
        people = taps.map(\.person)
        kinds = taps.map(\.kind)
        instants = taps.map { PostgresTimestamp($0.at) }
        sentInstants = taps.map(\.atSent)
        offices = taps.map(\.office)
        receivedInstants = links.map { PostgresTimestamp($0.entry.acceptedAt) }
        quarantines = taps.map(\.quarantine)
        clients = taps.map(\.client)
        ledger = LedgerColumns(links)

        let places = batch.appended.map(\.place)
        desks = places.map { $0?.desk }
        sentDesks = places.map { $0?.deskSent }
        readers = places.map { $0?.reader }
        proofs = places.map { $0?.proof }
        flags = places.map { $0?.flag }
        uids = places.map { $0?.tagUID.map { PostgresBytes($0) } }

        let claims = batch.deskClaims
        claimOffices = claims.map(\.desk.office)
        claimDesks = claims.map(\.desk.desk.description)
        claimPeople = claims.map(\.claim.person)
        claimStartIDs = claims.map(\.claim.start.id)
        claimInstants = claims.map { PostgresTimestamp($0.claim.start.at) }

        presence = PresenceColumns(batch.presences)
    }

    /// The statement. It returns one row, or none if the log has changed since the batch was evaluated.
    var command: PostgresCommand {
        PostgresCommand(
            "Taps/record_taps",
            [
                "seq": seq, "hashes": ledger.hashes, "seq_before": before.seq, "roster": before.roster,
                "previous_hashes": ledger.previousHashes,
                "ids": ids, "people": people, "kinds": kinds, "instants": instants, "sent_instants": sentInstants,
                "offices": offices, "received_instants": receivedInstants, "quarantines": quarantines, "clients": clients,
                "desks": desks, "sent_desks": sentDesks, "readers": readers,
                "time_salts": ledger.timeSalts, "time_commitments": ledger.timeCommitments,
                "place_salts": ledger.placeSalts, "place_commitments": ledger.placeCommitments,
                "proofs": proofs, "flags": flags, "uids": uids,
                "claim_offices": claimOffices, "claim_desks": claimDesks, "claim_people": claimPeople,
                "claim_start_ids": claimStartIDs, "claim_instants": claimInstants,
                "presence_people": presence.people, "presence_states": presence.states,
                "presence_session_starts": presence.sessionStarts, "presence_deadlines": presence.deadlines,
                "presence_offices": presence.offices, "presence_desks": presence.desks,
                "presence_start_ids": presence.startIDs, "presence_start_instants": presence.startInstants,
                "presence_desk_since": presence.deskSince, "presence_latest_instants": presence.latestInstants,
                "presence_latest_ranks": presence.latestRanks, "presence_latest_ids": presence.latestIDs,
                "payload": payload,
            ])
    }
}
