import Attendance
import FoundationEssentials
import Postgres

/// Reads what a batch of taps needs and writes what it decides. ``TapBatch`` decides.
///
/// Writers of all server processes run one after the other, because each updates the row of `log_head`. Therefore they
/// cannot deadlock, and records are numbered in the order in which they become durable.
struct TapTransaction {
    let connection: PostgresConnection

    /// Writes a batch that was decided from the cache, in one round trip.
    /// - Returns: false if the cache was out of date. Then nothing is written.
    func write(_ batch: TapBatch) async throws -> Bool {
        try await connection.pipeline([.recordTaps(batch)])[0].count == 1
    }

    /// Locks the log, reads the people and desks of the taps into the cache, and records the taps.
    /// - Returns: the outcome of each tap, and the people whose presence may have changed; the taps are durable.
    func record(
        _ submissions: [TapSubmission], _ cache: inout LogCache
    ) async throws -> (outcomes: [IngestOutcome], change: PresencePayload) {
        let taps = submissions.map(\.tap)
        let (ids, users) = (taps.map(\.id), Set(taps.map(\.user)).sorted())
        let results = try await connection.pipeline([
            .begin,
            // A plan from the time when the log was nearly empty reads all of it.
            PostgresCommand("Presence/plan_for_current_sizes"),
            PostgresCommand("Taps/lock_log"),
            PostgresCommand("Taps/known_records", ["ids": ids]),
            PostgresCommand("Taps/people_by_user_name", ["user_names": users]),
            PostgresCommand("Taps/desks_by_id", ["desks": Set(taps.compactMap(\.desk?.description)).sorted()]),
            PostgresCommand("Offices/offices"),
            PostgresCommand("Offices/office_settings"),
            PostgresCommand("Taps/start_requirements"),
        ])
        let version = try LogCache.Version(results[2][0])
        cache.reconcile(with: version)
        try cache.take(people: results[4])
        try cache.take(desks: results[5], offices: results[6])
        try cache.clocks.take(results[7])
        for row in results[8] { cache.requirements[try row.get("id")] = try StartRequirement(row) }

        let batch = TapBatch(
            submissions, known: try KnownRecords(results[3]), in: &cache, at: version)
        // If all taps are repetitions, there is nothing to write. The commit still waits for a synchronous standby, because
        // the row lock of `lock_log` is a write: after a restart of the primary, a repeated tap may be on no standby yet.
        var changed = batch.changedPeople
        if batch.newTaps.isEmpty {
            _ = try await connection.pipeline([.commit])
        } else if batch.isComplete {
            let written = try await connection.pipeline([.recordTaps(batch), .commit])
            guard written[0].count == 1 else { throw StoreError.logMoved }
        } else {
            guard try await write(batch) else { throw StoreError.logMoved }
            var derivation = PresenceDerivation(connection, cache.clocks.calendars)
            changed.formUnion(try await derivation.derive(batch.toDerive, splittingStaysBy: batch.lateStarts))
            // The derived presences are only in the database.
            cache.forget()
            _ = try await connection.pipeline([.commit])
        }
        cache.note(batch)
        return (batch.outcomes, PresencePayload(records: batch.records, people: changed))
    }

    /// The statement that notifies all server processes of changed presences, at commit.
    static func tell(_ people: Set<PersonID>?, of records: ClosedRange<Int64>? = nil) -> PostgresCommand {
        PostgresCommand(
            "Presence/notify",
            ["channel": PresenceAnnouncer.channel, "payload": PresencePayload(records: records, people: people).text])
    }
}

extension LogCache {
    /// Adds rows of `people_by_user_name`, read while the log is locked.
    mutating func take(people rows: PostgresResult) throws {
        for row in rows {
            workers[try row.get("user_name")] = Worker(
                id: try row.get("id"), homeOffice: try row.get("home_office_id"),
                leftAt: try row.instantIfPresent("left_at"), presence: try Presence(row))
        }
    }

    /// Adds rows of `desks_by_id` and `offices`, read while the log is locked.
    mutating func take(desks rows: PostgresResult, offices: PostgresResult) throws {
        for row in rows {
            guard let desk = DeskID(try row.get("id", as: String.self)) else { continue }
            let office = try row.get("office_id", as: OfficeID.self)
            desks[desk, default: []].insert(office)
            guard let person = try row.getIfPresent("person_id", as: PersonID.self) else { continue }
            let start = TapOrder(at: try row.instant("start_at"), rank: TapKind.start.rank, id: try row.get("start_id"))
            claims[DeskKey(office: office, desk: desk)] = DeskClaim(
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

extension LogCache.Version {
    /// Reads a row of `lock_log`.
    init(_ row: PostgresRow) throws {
        seq = try row.get("seq")
        roster = try row.get("roster")
        hash = try row.bytes("hash")
    }
}
