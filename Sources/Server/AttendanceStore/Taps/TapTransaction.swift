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

    /// Locks the log until the end of the transaction, and folds what is new in it.
    func lock(_ fold: PresenceFold) async throws -> LogVersion {
        let bookmark = fold.withLog { $0.bookmark }
        let results = try await connection.pipeline([
            .begin, PostgresCommand("Taps/lock_log"), .news(since: bookmark),
        ])
        let version = try LogVersion(results[1][0])
        try fold.take(news: results[2], since: bookmark, to: version)
        try await fold.reach(version, connection)
        return version
    }

    /// Records taps while the log is locked, and ends the transaction.
    /// - Parameters:
    ///   - version: of the log. It is folded.
    ///   - isRepeated: whether an id may be known. Otherwise a known id is an error of the database (SQLSTATE 23505).
    /// - Returns: the written batch, which is durable.
    func record(
        _ submissions: [TapSubmission], at version: LogVersion, isRepeated: Bool, _ cache: inout LogCache,
        _ fold: PresenceFold
    ) async throws -> TapBatch {
        let taps = submissions.map(\.tap)
        if !cache.knows(taps, at: version.roster) || fold.withLog({ $0.roster != version.roster }) {
            try await readRoster(for: taps, at: version.roster, &cache, fold)
        }
        let view = try await fold.view(cache.needs(of: taps), asOf: version.seq, connection)
        let used = try await usedReadings(submissions)
        var batch = TapBatch(
            submissions, known: isRepeated ? try await known(taps) : KnownRecords(), used: used, in: &cache, view, at: version)
        // A repetition of a recorded tap is none to refuse, even if its person has left since.
        if batch.refusesSome, !isRepeated {
            batch = TapBatch(submissions, known: try await known(taps), used: used, in: &cache, view, at: version)
        }
        // If all taps are repetitions, there is nothing to write. The commit still waits for a synchronous standby, because
        // the row lock of `lock_log` is a write: after a restart of the primary, a repeated tap may be on no standby yet.
        if batch.appended.isEmpty {
            _ = try await connection.pipeline([.commit])
        } else {
            let written = try await connection.pipeline([
                PostgresCommand("Taps/plan_once"), .recordTaps(batch), .commit,
            ])
            guard written[1].count == 1 else { throw InstallationError.logMoved }
        }
        return batch
    }

    private func readRoster(
        for taps: [Tap], at version: Int64, _ cache: inout LogCache, _ fold: PresenceFold
    ) async throws {
        let results = try await connection.pipeline([
            // A plan from the time when a table was nearly empty reads all of it.
            PostgresCommand("Presence/plan_for_current_sizes"),
            PostgresCommand("Taps/people_by_user_name", ["user_names": taps.map(\.user).writtenNames]),
            PostgresCommand("Taps/desks_by_id", ["desks": Set(taps.compactMap(\.desk?.description)).sorted()]),
            PostgresCommand("Offices/offices", ["office": nil]),
            PostgresCommand("Offices/office_settings", ["seq": nil]),
            PostgresCommand("Taps/start_requirements"),
        ])
        cache.reconcile(with: version)
        try cache.take(people: results[1])
        try cache.take(desks: results[2], offices: results[3])
        try cache.clocks.take(results[4])
        for row in results[5] { cache.requirements[try row.get("id")] = try StartRequirement(row) }
        try fold.take(settings: results[4], of: version)
    }

    private func usedReadings(_ submissions: [TapSubmission]) async throws -> UsedReadings {
        let readings = submissions.compactMap { $0.verification?.reading }
        if readings.isEmpty { return UsedReadings() }
        return try UsedReadings(
            try await connection.pipeline([
                PostgresCommand(
                    "Taps/used_readings",
                    [
                        "uids": readings.map { PostgresBytes($0.keys.uid.bytes) },
                        "generations": readings.map(\.keys.generation), "counters": readings.map { Int64($0.counter) },
                    ])
            ])[0])
    }

    private func known(_ taps: [Tap]) async throws -> KnownRecords {
        let results = try await connection.pipeline([
            PostgresCommand("Presence/plan_for_current_sizes"),
            PostgresCommand("Taps/known_records", ["ids": taps.map(\.id)]),
        ])
        return try KnownRecords(results[1])
    }
}

extension LogCache {
    /// Adds rows of `people_by_user_name`, read while the log is locked.
    mutating func take(people rows: PostgresResult) throws {
        for row in rows {
            workers[WrittenName(try row.get("named"))] = Worker(
                id: try row.get("id"), userName: try row.get("user_name"), homeOffice: try row.get("home_office_id"),
                leftAt: try row.instantIfPresent("left_at"))
        }
    }

    /// Adds rows of `desks_by_id` and `offices`, read while the log is locked.
    mutating func take(desks rows: PostgresResult, offices: PostgresResult) throws {
        for row in rows {
            guard let desk = DeskID(try row.get("id", as: String.self)) else { continue }
            let office = try row.get("office_id", as: OfficeID.self)
            desks[desk, default: []].insert(office)
            if try row.get("is_signing") { signingDesks.insert(DeskMap.Desk(office: office, desk: desk)) }
        }
        let offices = try offices.map(Office.init)
        for office in offices { addOffice(office.id, named: office.name, at: office.coordinates) }
        for office in offices { addFormerNames(office.formerNames, of: office.id) }
    }
}
