import Attendance
import FoundationEssentials
import Postgres

/// Reads what a batch of taps concerns, lets ``TapBatch`` decide, and writes, all in one transaction and in two round trips.
///
/// The log's head is locked first. Writers therefore go one after the other, in every server process: no two of them can
/// wait for each other's rows, what was read stays true until the commit, and records are numbered in the order in which
/// they become durable. A batch makes up for it: the more taps wait, the more go together.
struct TapTransaction {
    /// The channel on which server processes learn whose presence changed.
    static let presenceChannel = "desktap_presence"

    let connection: PostgresConnection
    let policy: AttendancePolicy

    /// - Returns: what became of each submission, once that is durable.
    func record(_ submissions: [TapSubmission]) async throws -> [IngestOutcome] {
        var batch = try await read(submissions.map(\.tap))
        let outcomes = submissions.map { batch.take($0) }
        try await write(batch)
        return outcomes
    }

    private func read(_ taps: [Tap]) async throws -> TapBatch {
        var commands: [PostgresCommand] = [
            .begin,
            PostgresCommand("lock_log"),
            PostgresCommand("recorded_taps", taps.map(\.id)),
            PostgresCommand("people_by_user_name", Set(taps.map(\.user)).sorted()),
            PostgresCommand("desks_by_id", Set(taps.compactMap(\.desk?.description)).sorted()),
        ]
        // Hardly any tap names its office; the others need no list of them.
        if taps.contains(where: { $0.office != nil }) { commands.append(PostgresCommand("offices")) }
        let results = try await connection.pipeline(commands)

        var recorded: [UUID: TapBatch.Recorded] = [:]
        for row in results[2] {
            recorded[try row.get(0)] = TapBatch.Recorded(
                user: try row.get(1), kind: try row.choice(2), at: try row.instant(3), desk: try row.getIfPresent(4))
        }
        var workers: [String: TapBatch.Worker] = [:]
        for row in results[3] {
            workers[try row.get(1)] = TapBatch.Worker(
                id: try row.get(0), homeOffice: try row.get(3), presence: try Presence(row, from: 4))
        }
        var desks: [DeskID: Set<Int64>] = [:]
        var claims: [TapBatch.DeskKey: TapBatch.Claim] = [:]
        for row in results[4] {
            guard let desk = DeskID(try row.get(1, as: String.self)) else { continue }
            let office = try row.get(0, as: Int64.self)
            desks[desk, default: []].insert(office)
            guard let person = try row.getIfPresent(2, as: Int64.self) else { continue }
            claims[TapBatch.DeskKey(office: office, desk: desk)] = TapBatch.Claim(
                person: person, start: TapOrder(at: try row.instant(4), rank: TapKind.start.rank, id: try row.get(3)),
                isHeld: try row.get(5), heldUntil: try row.instantIfPresent(6))
        }
        var offices: [String: Int64] = [:]
        if results.count > 5 {
            for row in results[5] { offices[try row.get(1)] = try row.get(0, as: Int64.self) }
        }
        return TapBatch(
            seq: try results[1][0].get(0), recorded: recorded, workers: workers, desks: desks, claims: claims,
            offices: offices, policy: policy)
    }

    private func write(_ batch: TapBatch) async throws {
        guard !batch.newTaps.isEmpty else {
            // Nothing but repetitions and refusals. What they repeat was durable before: the lock came after it.
            _ = try await connection.pipeline([.commit])
            return
        }
        var commands = appends(batch)
        if !batch.deskClaims.isEmpty { commands.append(writeDeskClaims(batch.deskClaims)) }
        var presences = batch.presences
        if !batch.toDerive.isEmpty {
            _ = try await connection.pipeline(commands)
            commands = []
            for person in batch.toDerive.sorted() { presences.append((person, try await derivePresence(of: person))) }
        }
        if !presences.isEmpty { commands.append(writePresence(presences)) }
        commands.append(PostgresCommand("advance_log", batch.seq))
        if !batch.changedPeople.isEmpty {
            let payload = PresencePayload(seq: batch.seq, people: batch.changedPeople).text
            commands.append(PostgresCommand("notify", Self.presenceChannel, payload))
        }
        commands.append(.commit)
        _ = try await connection.pipeline(commands)
    }

    private func appends(_ batch: TapBatch) -> [PostgresCommand] {
        let taps = batch.newTaps
        let placed = taps.filter { $0.submission.tap.desk != nil || $0.submission.reader != nil }
        var commands = [
            PostgresCommand(
                "insert_events", taps.map(\.submission.tap.id), taps.map(\.seq), taps.map(\.person),
                taps.map(\.submission.tap.kind.rawValue), taps.map { PostgresTimestamp($0.submission.tap.at) },
                taps.map(\.submission.atSent), taps.map(\.office),
                taps.map { PostgresTimestamp($0.submission.receivedAt) }, taps.map(\.quarantine?.rawValue),
                taps.map(\.submission.client))
        ]
        if !placed.isEmpty {
            commands.append(
                PostgresCommand(
                    "insert_event_places", placed.map(\.submission.tap.id),
                    placed.map(\.submission.tap.desk?.description),
                    placed.map { $0.submission.deskSent == $0.submission.tap.desk?.description ? nil : $0.submission.deskSent },
                    placed.map(\.submission.reader)))
        }
        return commands
    }

    private func writeDeskClaims(_ claims: [(desk: TapBatch.DeskKey, claim: TapBatch.Claim)]) -> PostgresCommand {
        PostgresCommand(
            "write_desk_claims", claims.map(\.desk.office), claims.map(\.desk.desk.description), claims.map(\.claim.person),
            claims.map(\.claim.start.id), claims.map { PostgresTimestamp($0.claim.start.at) })
    }

    private func writePresence(_ presences: [(person: Int64, presence: Presence)]) -> PostgresCommand {
        func stamps(_ instant: (Presence) -> Instant?) -> [PostgresTimestamp?] {
            presences.map { instant($0.presence).map(PostgresTimestamp.init) }
        }
        return PostgresCommand(
            "write_presence", presences.map(\.person), presences.map(\.presence.state.rawValue),
            stamps(\.sessionStart), stamps(\.deadline), presences.map(\.presence.claim?.office),
            presences.map(\.presence.claim?.desk.description), presences.map(\.presence.claim?.start.id),
            stamps(\.claim?.start.at), stamps(\.claim?.since), stamps(\.latest?.at),
            presences.map { $0.presence.latest.map { Int16($0.rank) } }, presences.map(\.presence.latest?.id))
    }

    /// The presence that the whole log gives. Who else started at the desk matters for the open session alone, so the first
    /// look finds that and the second takes the others into account.
    private func derivePresence(of person: Int64) async throws -> Presence {
        let log = try await connection.query("taps_of_person", person).map { row in
            Presence.LoggedTap(
                tap: Tap(
                    id: try row.get(0), user: try row.get(1), kind: try row.choice(2), at: try row.instant(3),
                    desk: try row.deskIfPresent(4)),
                office: try row.get(5))
        }
        let alone = Presence.derived(from: log, policy: policy) { _, _, _ in nil }
        guard let claim = alone.claim, let from = alone.sessionStart else { return alone }
        let others = try await connection.query(
            "starts_at_desk_by_others", claim.office, claim.desk.description, person, PostgresTimestamp(from)
        ).map { TapOrder(at: try $0.instant(0), rank: TapKind.start.rank, id: try $0.get(1)) }
        return Presence.derived(from: log, policy: policy) { office, desk, before in
            office == claim.office && desk == claim.desk ? others.last { $0 < before } : nil
        }
    }
}

/// What a notification on ``TapTransaction/presenceChannel`` says: the log's number and whose presence changed.
struct PresencePayload: Equatable {
    var seq: Int64
    /// nil: so many that they do not fit (PostgreSQL allows 8,000 bytes).
    var people: [Int64]?

    init(seq: Int64, people: Set<Int64>) {
        self.seq = seq
        self.people = people.count <= 400 ? people.sorted() : nil
    }

    init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let seq = Int64(parts[0]) else { return nil }
        self.seq = seq
        people = parts[1] == "*" ? nil : parts[1].split(separator: ",").compactMap { Int64($0) }
    }

    var text: String { "\(seq):" + (people.map { $0.map(String.init).joined(separator: ",") } ?? "*") }
}

extension Presence {
    /// Reads state, session start, deadline, office, desk, start id and instant, desk since, and the latest tap's instant,
    /// rank and id from the columns that begin at `first`.
    init(_ row: PostgresRow, from first: Int) throws {
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
