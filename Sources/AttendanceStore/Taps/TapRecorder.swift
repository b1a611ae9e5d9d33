package import Attendance
package import Logging
package import Postgres
import ServiceLifecycle

/// Writes taps to the log, all that wait in one transaction (group commit).
///
/// At rest a tap goes alone and at once. Taps that come while a transaction runs wait for the next and share its commit;
/// each caller is answered after the commit of their own taps. So the rate rises with the number of callers, not with the
/// number of times the disk can be told to write.
///
/// It runs on the thread that waits for PostgreSQL's sockets, so that between a tap and the statement that writes it no
/// thread has to be woken.
package actor TapRecorder: Service {
    private struct Waiter {
        var submissions: [TapSubmission]
        var continuation: CheckedContinuation<[IngestOutcome], any Error>
    }

    /// Taps of single taps and short lists that wait, and of long lists: a list of the longest kind (10,000) is a sender's share
    /// of the latter. Beyond it the caller is told to come back.
    private static let places = (single: 20_000, ofLists: 100_000)
    /// A transaction takes at most this many taps that came alone or in short lists, and one piece of a long list.
    private static let maximumBatch = 1_000
    /// A statement that writes taps is given up after this time, and so is the connection where the server is silent.
    static let statementLimit = Duration.seconds(5)
    /// A longer list is written in pieces of this many taps, each behind the single taps that wait by then.
    private static let piece = 500
    /// Taps of a list that counts as short: what a person may send.
    private static let shortList = 20

    private let pool: PostgresPool
    private let logger: Logger
    private let loop: PostgresEventLoop
    private var waiting: [Waiter] = []
    /// Pieces of long lists, one of each list at a time.
    private var waitingPieces: [Waiter] = []
    private var room = PendingTaps(capacity: places.single)
    private var listRoom = PendingTaps(capacity: places.ofLists)
    /// Those whose taps are being written. Whoever is answered leaves it at once, so that nobody is answered twice, whatever
    /// happens to the others.
    private var underway: [Waiter] = []
    private var idle: CheckedContinuation<Void, Never>?
    private var isClosed = false
    private var mirror = LogCache()
    /// How many batches are still written by the longer way, because another process writes to the log as well.
    private var distrust = 0
    /// When taps were refused last because the database had no room for them (SQLSTATE class 53).
    private var lastFull: ContinuousClock.Instant?
    private var repeatedErrors = RepeatedErrors()

    /// How many taps wait, and how many are being written.
    var waitingTaps: Int { (waiting + waitingPieces).reduce(0) { $0 + $1.submissions.count } }
    var underwayTaps: Int { underway.reduce(0) { $0 + $1.submissions.count } }

    package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    /// - Parameter loop: the one that the pool's connections are on.
    package init(pool: PostgresPool, loop: PostgresEventLoop = .shared, logger: Logger) {
        self.pool = pool
        self.loop = loop
        self.logger = logger
    }

    /// Records taps and says what became of each, in their order, once it is durable. A single tap never waits for more than one
    /// piece of a long list.
    /// - Parameter submissions: of one reader or of one person.
    /// - Throws: ``StoreError/tooManyTapsWaiting``, ``StoreError/shuttingDown``, or PostgreSQL's error; then it is not known
    ///   whether the taps were recorded, and sending them again does no harm.
    package func record(_ submissions: [TapSubmission]) async throws -> [IngestOutcome] {
        guard let sender = submissions.first?.sender else { return [] }
        let count = submissions.count
        if count <= Self.shortList {
            guard room.enter(sender, count) else { throw StoreError.tooManyTapsWaiting }
            defer { room.leave(sender, count) }
            return try await wait(submissions, isPiece: false)
        }
        guard listRoom.enter(sender, count) else { throw StoreError.tooManyTapsWaiting }
        defer { listRoom.leave(sender, count) }
        var outcomes: [IngestOutcome] = []
        for start in stride(from: 0, to: count, by: Self.piece) {
            outcomes += try await wait(Array(submissions[start..<min(count, start + Self.piece)]), isPiece: true)
        }
        return outcomes
    }

    private func wait(_ submissions: [TapSubmission], isPiece: Bool) async throws -> [IngestOutcome] {
        if isClosed { throw StoreError.shuttingDown }
        return try await withCheckedThrowingContinuation { continuation in
            let waiter = Waiter(submissions: submissions, continuation: continuation)
            if isPiece { waitingPieces.append(waiter) } else { waiting.append(waiter) }
            wake()
        }
    }

    /// Records until graceful shutdown, and then whatever still waits.
    package func run() async throws {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.write() }
            try? await gracefulShutdown()
            isClosed = true
            wake()
        }
    }

    private func wake() {
        idle?.resume()
        idle = nil
    }

    /// Waits until there are taps to be written.
    /// - Returns: whether there are any; not so at the end.
    private func hasBatch() async -> Bool {
        if !underway.isEmpty { return true }
        while waiting.isEmpty, waitingPieces.isEmpty {
            if isClosed { return false }
            await withCheckedContinuation { idle = $0 }
        }
        var size = 0
        let count = waiting.prefix { waiter in
            size += waiter.submissions.count
            return size <= Self.maximumBatch
        }.count
        underway = Array(waiting.prefix(count))
        waiting.removeFirst(count)
        if !waitingPieces.isEmpty { underway.append(waitingPieces.removeFirst()) }
        return true
    }

    /// Keeps one connection for as long as it works.
    private func write() async {
        var isSecondTry = false
        while await hasBatch() {
            do {
                try await pool.withConnection { connection in
                    try await connection.withStatementLimit(to: Self.statementLimit) { connection in
                        while await hasBatch() {
                            try await recordBatch(on: connection)
                            isSecondTry = false
                        }
                    }
                }
            } catch PostgresError.connectionLost where !isSecondTry {
                // Most often a connection that died while it rested. Should the commit have gone through after all, the
                // second try finds the taps recorded.
                isSecondTry = true
            } catch {
                refuseAll(error)
                isSecondTry = false
            }
        }
    }

    /// Refuses all taps, those in the queue as well: each of them would wait for the same failure.
    private func refuseAll(_ error: any Error) {
        note(error, "taps could not be recorded")
        if (error as? PostgresError)?.sqlState?.hasPrefix("53") == true { lastFull = .now }
        let reason = Self.isTimeout(error) ? StoreError.recordingTimedOut : error
        for waiter in underway + waiting + waitingPieces { waiter.continuation.resume(throwing: reason) }
        (underway, waiting, waitingPieces) = ([], [], [])
    }

    /// Logs an error, and its repetitions once a minute.
    private func note(_ error: any Error, _ what: String) {
        if let text = repeatedErrors.logText("\(what): \(error)", now: .now) { logger.error("\(text)") }
    }

    /// Whether the server ended a statement because it took too long: it waited for another writer's lock.
    private static func isTimeout(_ error: any Error) -> Bool { (error as? PostgresError)?.sqlState == "57014" }

    private static func isAway(_ error: PostgresError) -> Bool { error.isUnavailability || isTimeout(error) }

    /// Whether the database had no room for taps within the last `duration`.
    package func wasFull(within duration: Duration) -> Bool { lastFull.map { .now - $0 < duration } ?? false }

    /// Forgets what it remembers of people and desks: the database may hold another past.
    package func forgetMemory() { mirror.forget() }

    /// Answers everybody in the batch, or throws where the connection or the database is away; then those who are left in it
    /// were not answered.
    private func recordBatch(on connection: PostgresConnection) async throws {
        if underway.count > 1 {
            do {
                return try await record(underway.count, on: connection)
            } catch let error as PostgresError where !Self.isAway(error) {
                // One of them carries something the database refuses: alone, it fails alone.
                note(error, "a batch of taps was refused and is recorded one by one")
            }
        }
        while !underway.isEmpty {
            do {
                try await record(1, on: connection)
            } catch let error as PostgresError where !Self.isAway(error) {
                note(error, "a tap was refused by the database")
                underway.removeFirst().continuation.resume(throwing: error)
            }
        }
    }

    /// Records the taps of the first `count` in the batch, and answers them.
    private func record(_ count: Int, on connection: PostgresConnection) async throws {
        let batch = underway.prefix(count)
        var outcomes = try await outcomes(of: batch.flatMap(\.submissions), on: connection)[...]
        underway.removeFirst(count)
        for waiter in batch {
            waiter.continuation.resume(returning: Array(outcomes.prefix(waiter.submissions.count)))
            outcomes = outcomes.dropFirst(waiter.submissions.count)
        }
    }

    private func outcomes(
        of submissions: [TapSubmission], on connection: PostgresConnection
    ) async throws -> [IngestOutcome] {
        let transaction = TapTransaction(connection: connection)
        if let outcomes = try await outcomesFromMemory(of: submissions, transaction) { return outcomes }
        var fresh = mirror
        mirror.forget()
        do {
            let outcomes = try await transaction.record(submissions, &fresh)
            mirror = fresh
            return outcomes
        } catch {
            await connection.rollBack()
            throw error
        }
    }

    /// Decides the taps from memory and writes them with one round trip; nil where memory does not reach or was wrong.
    private func outcomesFromMemory(
        of submissions: [TapSubmission], _ transaction: TapTransaction
    ) async throws -> [IngestOutcome]? {
        if distrust > 0 {
            distrust -= 1
            return nil
        }
        guard let version = mirror.version, mirror.covers(submissions.map(\.tap)) else { return nil }
        let batch = TapBatch(submissions, in: &mirror, at: version)
        if !batch.refusesSome, batch.isComplete {
            do {
                if try await transaction.write(batch) {
                    mirror.note(batch)
                    return batch.outcomes
                }
                distrust = 20
            } catch let error as PostgresError where error.sqlState == "23505" {
                // An id that was recorded before: the longer way tells whose.
            } catch {
                mirror.forget()
                throw error
            }
        }
        mirror.forget()
        return nil
    }

    /// Records taps in a transaction of their own, for a program that has no others to wait for.
    package static func recordAlone(
        _ submissions: [TapSubmission], pool: PostgresPool
    ) async throws -> [IngestOutcome] {
        try await pool.withConnection { connection in
            var mirror = LogCache()
            return try await TapTransaction(connection: connection).record(submissions, &mirror)
        }
    }
}
