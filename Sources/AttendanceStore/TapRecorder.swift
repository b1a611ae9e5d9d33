package import Attendance
package import Logging
package import Postgres
import ServiceLifecycle

/// Writes taps to the log, all that wait in one transaction (group commit).
///
/// At rest a tap goes alone and at once. Taps that come while a transaction runs wait for the next and share its commit;
/// each caller is answered after the commit of their own taps. So the rate rises with the number of callers, not with the
/// number of times the disk can be told to write.
package actor TapRecorder: Service {
    private struct Waiter {
        var submissions: [TapSubmission]
        var continuation: CheckedContinuation<[IngestOutcome], any Error>
    }

    /// More taps than this do not wait: the caller is told to come back.
    private static let maximumWaiting = 20_000
    /// A transaction takes at most about this many, so that nobody waits long for the others.
    private static let maximumBatch = 1_000

    private let pool: PostgresPool
    private let policy: AttendancePolicy
    private let logger: Logger
    private let bell: AsyncStream<Void>
    private let ringer: AsyncStream<Void>.Continuation
    private var waiting: [Waiter] = []
    private var waitingTaps = 0
    private var isClosed = false

    package init(pool: PostgresPool, policy: AttendancePolicy, logger: Logger) {
        self.pool = pool
        self.policy = policy
        self.logger = logger
        (bell, ringer) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Records taps and says what became of each, in their order, once it is durable.
    /// - Throws: ``StoreError/tooManyTapsWaiting``, ``StoreError/shuttingDown``, or PostgreSQL's error; then it is not known
    ///   whether the taps were recorded, and sending them again does no harm.
    package func record(_ submissions: [TapSubmission]) async throws -> [IngestOutcome] {
        if submissions.isEmpty { return [] }
        if isClosed { throw StoreError.shuttingDown }
        guard waitingTaps + submissions.count <= Self.maximumWaiting else { throw StoreError.tooManyTapsWaiting }
        return try await withCheckedThrowingContinuation { continuation in
            waiting.append(Waiter(submissions: submissions, continuation: continuation))
            waitingTaps += submissions.count
            ringer.yield()
        }
    }

    /// Records until graceful shutdown, and then whatever still waits.
    package func run() async throws {
        await withGracefulShutdownHandler {
            for await _ in bell { await recordWaiting() }
        } onGracefulShutdown: {
            self.ringer.finish()
        }
        isClosed = true
        await recordWaiting()
    }

    private func recordWaiting() async {
        while !waiting.isEmpty {
            var batch: [Waiter] = []
            var size = 0
            while let next = waiting.first, batch.isEmpty || size + next.submissions.count <= Self.maximumBatch {
                size += next.submissions.count
                batch.append(waiting.removeFirst())
            }
            waitingTaps -= size
            await record(batch)
        }
    }

    private func record(_ batch: [Waiter]) async {
        do {
            var outcomes = try await outcomes(of: batch.flatMap(\.submissions))[...]
            for waiter in batch {
                waiter.continuation.resume(returning: Array(outcomes.prefix(waiter.submissions.count)))
                outcomes = outcomes.dropFirst(waiter.submissions.count)
            }
        } catch let error as PostgresError where batch.count > 1 && !error.isUnavailability {
            // One of them carries something the database refuses: alone, it fails alone.
            logger.error("a batch of taps was refused and is recorded one by one: \(error)")
            for waiter in batch { await record([waiter]) }
        } catch {
            logger.error("taps could not be recorded: \(error)")
            for waiter in batch { waiter.continuation.resume(throwing: error) }
        }
    }

    private func outcomes(of submissions: [TapSubmission]) async throws -> [IngestOutcome] {
        do {
            return try await attempt(submissions)
        } catch PostgresError.connectionLost {
            // Most often a connection that died while it rested. Should the commit have gone through after all, the second
            // attempt finds the taps recorded.
            return try await attempt(submissions)
        }
    }

    private func attempt(_ submissions: [TapSubmission]) async throws -> [IngestOutcome] {
        try await Self.recordAlone(submissions, pool: pool, policy: policy)
    }

    /// Records taps in a transaction of their own, for a program that has no others to wait for.
    package static func recordAlone(
        _ submissions: [TapSubmission], pool: PostgresPool, policy: AttendancePolicy
    ) async throws -> [IngestOutcome] {
        try await pool.withConnection { connection in
            try await TapTransaction(connection: connection, policy: policy).record(submissions)
        }
    }
}
