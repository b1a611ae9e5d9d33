package import Attendance
package import Logging
package import Postgres
import ServiceLifecycle

/// Writes taps to the log, all waiting ones in one transaction (group commit).
///
/// A single tap is written immediately. Taps that arrive during a transaction wait for the next one and share its commit. Each
/// caller gets its outcomes after the commit of its taps. Therefore the rate grows with the number of callers and is not limited by
/// the number of disk flushes.
///
/// It runs on the thread that waits for PostgreSQL's sockets, so no thread must wake up between a tap and its statement.
package actor TapRecorder: Service {
    /// After so many batches without another process's records, batches are decided before the log is locked again.
    private static let turns = 20
    /// The timeout of a statement that writes taps. Without an answer, the connection is closed.
    static let statementLimit = Duration.seconds(5)

    private let pool: PostgresPool
    private let fold: PresenceFold
    private let announcer: PresenceAnnouncer
    private let logger: Logger
    private let loop: PostgresEventLoop
    private let queue = TapQueue()
    /// The callers whose taps are being written. A caller is removed before it gets its outcomes, so that it never gets them twice.
    private var underway: [TapQueue.Caller] = []
    private var cache = LogCache()
    /// The number of next batches that lock the log before they are decided, because another process writes to it too. Batches of
    /// several processes that are decided first outdate each other.
    private var turns = 0
    /// When the database last refused taps because it was full (SQLSTATE class 53).
    private var lastFull: ContinuousClock.Instant?
    private var repeatedErrors = RepeatedErrors()
    package nonisolated let metrics = TapMetrics()

    package nonisolated var waitingTaps: Int { queue.taps }
    var underwayTaps: Int { underway.reduce(0) { $0 + $1.submissions.count } }

    package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    /// - Parameters:
    ///   - fold: decides the taps, and takes them.
    ///   - loop: the event loop of the pool's connections.
    package init(pool: PostgresPool, fold: PresenceFold, loop: PostgresEventLoop = .shared, logger: Logger) {
        self.pool = pool
        self.fold = fold
        announcer = PresenceAnnouncer(pool: pool)
        self.loop = loop
        self.logger = logger
    }

    /// Records taps. A single tap never waits for more than one piece of a long list.
    /// - Parameter submissions: of one reader or of one person.
    /// - Returns: the outcomes in the order of the taps, after the commit.
    /// - Throws: ``StoreError/tooManyTapsWaiting``, ``StoreError/shuttingDown``, ``PostgresError``. After the last one it is unknown
    ///   whether the taps were recorded. They can be sent again.
    package nonisolated func record(_ submissions: [TapSubmission]) async throws -> [IngestOutcome] {
        try await queue.record(submissions)
    }

    /// Records until graceful shutdown, then the taps that still wait.
    package func run() async throws {
        await withDiscardingTaskGroup { group in
            group.addTask(executorPreference: loop) { await self.write() }
            try? await gracefulShutdown()
            queue.close()
        }
    }

    /// Waits until there are taps to write.
    /// - Returns: false at the end.
    private func hasTaps() async -> Bool {
        if !underway.isEmpty { return true }
        return await queue.hasCallers()
    }

    /// Uses one connection until it fails.
    private func write() async {
        var isSecondTry = false
        while await hasTaps() {
            do {
                try await pool.withConnection { connection in
                    try await connection.withStatementLimit(to: Self.statementLimit) { connection in
                        while await hasTaps() {
                            try await recordBatch(on: connection)
                            isSecondTry = false
                        }
                    }
                }
            } catch PostgresError.connectionLost where !isSecondTry {
                // Usually the connection failed while it was idle. If the commit succeeded, the second try finds the taps
                // recorded.
                isSecondTry = true
            } catch {
                refuseAll(error)
                isSecondTry = false
            }
        }
    }

    /// Refuses all taps. Those in the queue would fail in the same way.
    private func refuseAll(_ error: any Error) {
        note(error, "taps could not be recorded")
        if (error as? PostgresError)?.sqlState?.hasPrefix("53") == true { lastFull = .now }
        let reason = Self.isTimeout(error) ? StoreError.recordingTimedOut : error
        for caller in underway + queue.takeAll() { caller.continuation.resume(throwing: reason) }
        underway = []
    }

    /// Logs an error; its repetitions at most once a minute.
    private func note(_ error: any Error, _ what: String) {
        if let text = repeatedErrors.logText("\(what): \(error)", now: .now) { logger.error("\(text)") }
    }

    /// Whether the server cancelled a statement at its timeout: it waited for another writer's lock.
    private static func isTimeout(_ error: any Error) -> Bool { (error as? PostgresError)?.sqlState == "57014" }

    private static func isAway(_ error: PostgresError) -> Bool { error.isUnavailability || isTimeout(error) }

    /// Whether the database refused taps within the last `duration` because it was full.
    package func wasFull(within duration: Duration) -> Bool { lastFull.map { .now - $0 < duration } ?? false }

    /// Empties the cache of people and desks, after the database was restored to another state.
    package func emptyCache() { cache.forget() }

    /// Resumes all callers of the batch.
    /// - Throws: if the database is unavailable. Then the callers that are still in the batch were not resumed.
    private func recordBatch(on connection: PostgresConnection) async throws {
        let transaction = TapTransaction(connection: connection)
        // More taps can arrive while this process waits for its turn.
        var version = turns > 0 ? try await lock(transaction) : nil
        // An earlier try may have left a batch.
        if underway.isEmpty { underway = queue.takeBatch() }
        if underway.count > 1 {
            do {
                return try await record(underway.count, transaction, at: version)
            } catch let error as PostgresError where !Self.isAway(error) {
                // The database refuses the content of one of them. One by one, only that one fails.
                note(error, "a batch of taps was refused and is recorded one by one")
                version = nil
            }
        }
        while !underway.isEmpty {
            do {
                try await record(1, transaction, at: version)
            } catch let error as PostgresError where !Self.isAway(error) {
                note(error, "a tap was refused by the database")
                underway.removeFirst().continuation.resume(throwing: error)
            }
            version = nil
        }
    }

    /// Records the taps of the first `count` callers of the batch, and resumes these callers.
    /// - Parameter version: of the log, if it is locked.
    private func record(_ count: Int, _ transaction: TapTransaction, at version: LogVersion?) async throws {
        let batch = underway.prefix(count)
        var outcomes = try await outcomes(of: batch.flatMap(\.submissions), transaction, at: version)[...]
        metrics.note(batch, taps: outcomes.count)
        underway.removeFirst(count)
        for caller in batch {
            caller.continuation.resume(returning: Array(outcomes.prefix(caller.submissions.count)))
            outcomes = outcomes.dropFirst(caller.submissions.count)
        }
    }

    private func outcomes(
        of submissions: [TapSubmission], _ transaction: TapTransaction, at version: LogVersion?
    ) async throws -> [IngestOutcome] {
        var version = version
        if !cache.repeats(submissions.map(\.tap)) {
            do {
                if version == nil, let outcomes = try await outcomesFromMemory(of: submissions, transaction) { return outcomes }
                return try await outcomes(of: submissions, isRepeated: false, transaction, at: version)
            } catch let error as PostgresError where error.sqlState == "23505" {
                // A known id. With its record it is decided whether it is the same tap.
                version = nil
            }
        }
        return try await outcomes(of: submissions, isRepeated: true, transaction, at: version)
    }

    /// Decides the taps from memory and writes them in one round trip; nil if the memory is incomplete or outdated.
    private func outcomesFromMemory(
        of submissions: [TapSubmission], _ transaction: TapTransaction
    ) async throws -> [IngestOutcome]? {
        let taps = submissions.map(\.tap)
        guard let roster = cache.roster, cache.knows(taps, at: roster) else { return nil }
        let needs = cache.needs(of: taps)
        let (position, view) = fold.withLog { ($0.position, $0.view(needs)) }
        guard let position, view.missing.isEmpty else { return nil }
        let batch = TapBatch(submissions, in: &cache, view, at: LogVersion(position, roster: roster))
        if batch.refusesSome { return nil }
        guard try await transaction.write(batch) else { return nil }
        publish(batch)
        return batch.outcomes
    }

    /// Decides the taps and writes them while the log is locked.
    private func outcomes(
        of submissions: [TapSubmission], isRepeated: Bool, _ transaction: TapTransaction, at version: LogVersion?
    ) async throws -> [IngestOutcome] {
        var fresh = cache
        cache.forget()
        do {
            let locked: LogVersion
            if let version { locked = version } else { locked = try await lock(transaction) }
            let batch = try await transaction.record(submissions, at: locked, isRepeated: isRepeated, &fresh, fold)
            cache = fresh
            publish(batch)
            return batch.outcomes
        } catch {
            await transaction.connection.rollBack()
            throw error
        }
    }

    /// Locks the log, and notes whether another process has written to it.
    private func lock(_ transaction: TapTransaction) async throws -> LogVersion {
        let seq = fold.withLog { $0.position?.seq }
        let version = try await transaction.lock(fold)
        turns = version.seq == seq ? max(0, turns - 1) : Self.turns
        return version
    }

    /// Takes a durable batch.
    private func publish(_ batch: TapBatch) {
        if batch.appended.isEmpty { return }
        fold.take(batch.changes)
        cache.note(batch)
        announcer.announce(batch.seq)
    }

    /// Records taps in one transaction, for a command that has no other callers.
    package static func recordAlone(
        _ submissions: [TapSubmission], pool: PostgresPool
    ) async throws -> [IngestOutcome] {
        let batch = try await pool.withConnection { connection in
            var cache = LogCache()
            let (transaction, fold) = (TapTransaction(connection: connection), PresenceFold())
            let version = try await transaction.lock(fold)
            return try await transaction.record(submissions, at: version, isRepeated: true, &cache, fold)
        }
        PresenceAnnouncer(pool: pool).announce(batch.seq)
        return batch.outcomes
    }
}
