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
            PostgresCommand("Taps/lock_log"),
            PostgresCommand("Taps/known_records", taps.map(\.id)),
            PostgresCommand("Taps/people_by_user_name", Set(taps.map(\.user)).sorted()),
            PostgresCommand("Floors/desks_by_id", ["desks": Set(taps.compactMap(\.desk?.description)).sorted()]),
            PostgresCommand("Offices/offices"),
            PostgresCommand("Offices/office_settings"),
            PostgresCommand("Taps/start_requirements"),
        ])
        let version = try LogMirror.Version(results[1][0])
        mirror.reconcile(with: version)
        try mirror.take(people: results[3])
        try mirror.take(desks: results[4], offices: results[5])
        try mirror.clocks.take(results[6])
        for row in results[7] { mirror.requirements[try row.get(0)] = try StartRequirement(row, from: 1) }

        let batch = TapBatch(
            submissions, known: try KnownRecords(results[2]), in: &mirror, at: version)
        // Where all is repeated there is nothing to write. The commit waits for a synchronous standby all the same, because the
        // row lock of `lock_log` is a write: after a restart of the primary a repeated tap may be on no standby yet.
        if batch.newTaps.isEmpty {
            _ = try await connection.pipeline([.commit])
        } else if batch.isComplete {
            let written = try await connection.pipeline([Self.recordTaps(batch), .commit])
            guard written[0].count == 1 else { throw StoreError.logMoved }
        } else {
            guard try await write(batch) else { throw StoreError.logMoved }
            var derivation = PresenceDerivation(connection, mirror.clocks.calendars)
            let people = try await derivation.derive(batch.toDerive, splittingStaysBy: batch.lateStarts)
            // What was derived is in the database alone.
            mirror.forget()
            _ = try await connection.pipeline([Self.tell(people, seq: batch.seq), .commit])
        }
        mirror.note(batch)
        return batch.outcomes
    }

    /// Tells every server process, at the commit, whose presence changed.
    static func tell(_ people: Set<Int64>, seq: Int64) -> PostgresCommand {
        PostgresCommand("Presence/notify", presenceChannel, PresencePayload(seq: seq, people: people).text)
    }

    /// The statement that writes everything, or nothing where the log stands elsewhere.
    private static func recordTaps(_ batch: TapBatch) -> PostgresCommand {
        let (taps, links) = (batch.appended.map(\.content), batch.appended.map(\.link))
        let places = batch.appended.map(\.place)
        let payload = batch.changedPeople.isEmpty ? nil : PresencePayload(seq: batch.seq, people: batch.changedPeople).text
        let (before, claims) = (batch.before, batch.deskClaims)
        var values: [(any PostgresEncodable)?] = [before.seq, before.roster, batch.seq]
        values += [
            links.map(\.entry.recordID), taps.map(\.person), taps.map(\.kind), taps.map { PostgresTimestamp($0.at) },
            taps.map(\.atSent), taps.map(\.office), links.map { PostgresTimestamp($0.entry.acceptedAt) },
            taps.map(\.quarantine), taps.map(\.client), places.map { $0?.desk }, places.map { $0?.deskSent },
            places.map { $0?.reader },
        ]
        values += [
            claims.map(\.desk.office), claims.map(\.desk.desk.description), claims.map(\.claim.person),
            claims.map(\.claim.start.id), claims.map { PostgresTimestamp($0.claim.start.at) },
        ]
        values += Presence.columns(of: batch.presences)
        values.append(payload)
        values += LedgerLink.columns(of: links)
        values += [
            places.map { $0?.proof }, places.map { $0?.flag }, places.map { $0?.tagUID.map { PostgresBytes($0) } },
        ]
        return PostgresCommand("Taps/record_taps", values: values)
    }
}

extension LogMirror {
    /// Adds rows of `people_by_user_name`, read while the log is locked.
    mutating func take(people rows: PostgresResult) throws {
        for row in rows {
            workers[try row.get(1)] = Worker(
                id: try row.get(0), homeOffice: try row.get(3), leftAt: try row.instantIfPresent(15),
                presence: try Presence(row, from: 4))
        }
    }

    /// Adds rows of `desks_by_id` and `offices`, read while the log is locked.
    mutating func take(desks rows: PostgresResult, offices: PostgresResult) throws {
        for row in rows {
            guard let desk = DeskID(try row.get("id", as: String.self)) else { continue }
            let office = try row.get("office_id", as: Int64.self)
            desks[desk, default: []].insert(office)
            guard let person = try row.getIfPresent("person_id", as: Int64.self) else { continue }
            let start = TapOrder(at: try row.instant("start_at"), rank: TapKind.start.rank, id: try row.get("start_id"))
            claims[DeskKey(office: office, desk: desk)] = Claim(
                person: person, start: start, isHeld: try row.get("is_held"),
                heldUntil: try row.instantIfPresent("deadline"))
        }
        for row in offices {
            var place: Coordinates?
            if let latitude = try row.getIfPresent("latitude", as: Double.self) {
                place = Coordinates(latitude: latitude, longitude: try row.get("longitude"))
            }
            addOffice(try row.get("id"), named: try row.get("name"), at: place)
        }
    }
}

extension LogMirror.Version {
    /// Reads a row of `lock_log`.
    init(_ row: PostgresRow) throws {
        seq = try row.get(0)
        roster = try row.get(1)
        hash = try row.get(2, as: PostgresBytes.self).bytes
    }
}
