import Attendance
import FoundationEssentials
import Postgres

/// Decides taps and writes what follows, in a transaction.
///
/// Writers go one after the other, in every server process, because each moves the log's head: no two of them can wait for
/// each other's rows, and records are numbered in the order in which they become durable. A batch makes up for it: the more
/// taps wait, the more go together.
struct TapTransaction {
    /// The channel on which server processes learn whose presence changed.
    static let presenceChannel = "desktap_presence"

    let connection: PostgresConnection
    let policy: AttendancePolicy

    /// Writes what was decided from memory, with one round trip.
    /// - Returns: whether memory was right; if not, nothing is written.
    func write(_ batch: TapBatch) async throws -> Bool {
        try await connection.pipeline([Self.recordTaps(batch)])[0].count == 1
    }

    /// Locks the log, reads what the taps concern into `mirror`, and records them.
    /// - Returns: an outcome for each, durable.
    func record(_ submissions: [TapSubmission], _ mirror: inout LogMirror) async throws -> [IngestOutcome] {
        let taps = submissions.map(\.tap)
        let results = try await connection.pipeline([
            .begin,
            PostgresCommand("lock_log"),
            PostgresCommand("recorded_taps", taps.map(\.id)),
            PostgresCommand("people_by_user_name", Set(taps.map(\.user)).sorted()),
            PostgresCommand("desks_by_id", Set(taps.compactMap(\.desk?.description)).sorted()),
            PostgresCommand("offices"),
        ])
        let head = results[1][0]
        let version = LogMirror.Version(
            seq: try head.get(0), roster: try head.get(1), hash: try head.get(2, as: PostgresBytes.self).bytes)
        mirror.reconcile(with: version)
        try mirror.take(people: results[3], desks: results[4], offices: results[5])

        var batch = TapBatch(
            submissions, recorded: try Self.recorded(results[2]), in: &mirror, at: version, policy: policy)
        if !batch.toDerive.isEmpty {
            for person in batch.toDerive.sorted() {
                batch.add(try await derivePresence(of: person, with: batch.newTaps), of: person)
            }
            // What was derived is in the database alone.
            mirror.forget()
        }
        // Where all is repeated there is nothing to write; what is repeated was durable before the log could be locked.
        let write = batch.newTaps.isEmpty ? [] : [Self.recordTaps(batch)]
        let written = try await connection.pipeline(write + [.commit])
        guard batch.newTaps.isEmpty || written[0].count == 1 else { throw StoreError.logMoved }
        return batch.outcomes
    }

    private static func recorded(_ rows: PostgresResult) throws -> [UUID: TapBatch.Recorded] {
        var recorded: [UUID: TapBatch.Recorded] = [:]
        for row in rows {
            recorded[try row.get(0)] = TapBatch.Recorded(
                user: try row.get(1), kind: try row.choice(2), at: try row.instant(3), desk: try row.getIfPresent(4))
        }
        return recorded
    }

    /// The presence that the whole log gives, these new taps included. Who else started at the desk matters for the open
    /// session alone, so the first look finds that and the second takes the others into account.
    private func derivePresence(of person: Int64, with newTaps: [TapBatch.NewTap]) async throws -> Presence {
        var log = try await connection.query("taps_of_person", person).map { row in
            Presence.LoggedTap(
                tap: Tap(
                    id: try row.get(0), user: try row.get(1), kind: try row.choice(2), at: try row.instant(3),
                    desk: try row.deskIfPresent(4)),
                office: try row.get(5))
        }
        let counted = newTaps.filter { $0.quarantine == nil }
        log += counted.filter { $0.person == person }.map {
            Presence.LoggedTap(tap: $0.submission.tap, office: $0.office)
        }
        let alone = Presence.derived(from: log, policy: policy) { _, _, _ in nil }
        guard let claim = alone.claim, let from = alone.sessionStart else { return alone }
        var others = try await connection.query(
            "starts_at_desk_by_others", claim.office, claim.desk.description, person, PostgresTimestamp(from)
        ).map { TapOrder(at: try $0.instant(0), rank: TapKind.start.rank, id: try $0.get(1)) }
        others += counted.filter {
            $0.person != person && $0.office == claim.office && $0.submission.tap.kind == .start
                && $0.submission.tap.desk == claim.desk
        }.map(\.submission.tap.order)
        others.sort()
        return Presence.derived(from: log, policy: policy) { office, desk, before in
            office == claim.office && desk == claim.desk ? others.last { $0 < before } : nil
        }
    }

    /// The statement that writes everything, or nothing where the log stands elsewhere.
    private static func recordTaps(_ batch: TapBatch) -> PostgresCommand {
        let (records, links) = (batch.appended.map(\.record), batch.appended.map(\.link))
        let (claims, presences) = (batch.deskClaims, batch.presences)
        func stamps(_ instant: (Presence) -> Instant?) -> [PostgresTimestamp?] {
            presences.map { instant($0.presence).map(PostgresTimestamp.init) }
        }
        let seq = batch.before.seq + Int64(records.count)
        let payload = batch.changedPeople.isEmpty ? nil : PresencePayload(seq: seq, people: batch.changedPeople).text
        return PostgresCommand(
            "record_taps", batch.before.seq, batch.before.roster, seq,
            records.map(\.id), records.map(\.time.person), records.map(\.time.kind),
            records.map { PostgresTimestamp($0.time.at) }, records.map(\.time.atSent), records.map(\.time.office),
            records.map { PostgresTimestamp($0.receivedAt) }, records.map(\.time.quarantine), records.map(\.time.client),
            records.map { $0.place?.desk }, records.map { $0.place?.deskSent }, records.map { $0.place?.reader },
            claims.map(\.desk.office), claims.map(\.desk.desk.description), claims.map(\.claim.person),
            claims.map(\.claim.start.id), claims.map { PostgresTimestamp($0.claim.start.at) },
            presences.map(\.person), presences.map(\.presence.state.rawValue), stamps(\.sessionStart), stamps(\.deadline),
            presences.map(\.presence.claim?.office), presences.map(\.presence.claim?.desk.description),
            presences.map(\.presence.claim?.start.id), stamps(\.claim?.start.at), stamps(\.claim?.since),
            stamps(\.latest?.at), presences.map { $0.presence.latest.map { Int16($0.rank) } },
            presences.map(\.presence.latest?.id), payload,
            links.map { PostgresBytes($0.entry.previousHash) }, links.map { PostgresBytes($0.hash) },
            links.map { PostgresBytes($0.timeSalt) }, links.map { PostgresBytes($0.entry.timeCommitment) },
            links.map { $0.placeSalt.map { PostgresBytes($0) } },
            links.map { $0.entry.placeCommitment.map { PostgresBytes($0) } })
    }
}

extension LogMirror {
    /// Adds rows of `people_by_user_name`, `desks_by_id` and `offices`, read while the log is locked.
    mutating func take(people: PostgresResult, desks rows: PostgresResult, offices: PostgresResult) throws {
        for row in people {
            workers[try row.get(1)] = Worker(
                id: try row.get(0), homeOffice: try row.get(3), presence: try Presence(row, from: 4))
        }
        for row in rows {
            guard let desk = DeskID(try row.get(1, as: String.self)) else { continue }
            let office = try row.get(0, as: Int64.self)
            desks[desk, default: []].insert(office)
            guard let person = try row.getIfPresent(2, as: Int64.self) else { continue }
            claims[DeskKey(office: office, desk: desk)] = Claim(
                person: person, start: TapOrder(at: try row.instant(4), rank: TapKind.start.rank, id: try row.get(3)),
                isHeld: try row.get(5), heldUntil: try row.instantIfPresent(6))
        }
        for row in offices { self.offices[try row.get(1)] = try row.get(0, as: Int64.self) }
    }
}

extension Presence {
    /// Reads state, session start, deadline, office, desk, start id and instant, desk since, and the latest tap's instant,
    /// rank and id from the columns that begin at `first`.
    fileprivate init(_ row: PostgresRow, from first: Int) throws {
        self.init(
            state: try row.choice(first), sessionStart: try row.instantIfPresent(first + 1),
            deadline: try row.instantIfPresent(first + 2))
        if let startID = try row.getIfPresent(first + 5, as: UUID.self), let desk = try row.deskIfPresent(first + 4) {
            claim = Claim(
                office: try row.get(first + 3), desk: desk,
                start: TapOrder(at: try row.instant(first + 6), rank: TapKind.start.rank, id: startID),
                since: try row.instant(first + 7))
        }
        if let latestID = try row.getIfPresent(first + 10, as: UUID.self) {
            latest = TapOrder(
                at: try row.instant(first + 8), rank: Int(try row.get(first + 9, as: Int64.self)), id: latestID)
        }
    }
}
