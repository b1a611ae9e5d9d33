package import Attendance
package import Logging
package import Postgres
import ServiceLifecycle
import Synchronization

/// Compares a running server with its database every minute: the clocks, the schema, and whether commits are durable.
package final class ServerCheck: Service {
    /// The reason why the server must not record.
    package enum Problem: Error, Sendable, Equatable {
        /// This machine's clock and PostgreSQL's differ by more than 60 s.
        case clockIsWrong(ClockDifference)
        /// The database was migrated while this server ran, and this program does not work with it.
        case schemaIsNewer(database: Int, program: Int)
    }

    private struct State {
        var difference: ClockDifference?
        var problem: Problem?
        /// The settings of PostgreSQL without which commits are not durable; nil: all are on.
        var undurable: String?
    }

    private static let pause: Duration = .seconds(60)

    private let pool: PostgresPool
    private let schemas: SchemaRange
    private let logger: Logger
    private let now: @Sendable () -> Instant
    private let state = Mutex(State())

    /// - Parameters:
    ///   - schemas: the schemas with which this program works.
    ///   - now: this machine's clock.
    package init(pool: PostgresPool, schemas: SchemaRange, logger: Logger, now: @escaping @Sendable () -> Instant) {
        self.pool = pool
        self.schemas = schemas
        self.logger = logger
        self.now = now
    }

    /// The problem that the latest comparison found; nil: none, or the first comparison is not complete.
    package var problem: Problem? { state.withLock(\.problem) }

    /// The difference of the clocks at the latest comparison; nil: there was none.
    package var difference: ClockDifference? { state.withLock(\.difference) }

    package func run() async throws {
        await cancelWhenGracefulShutdown {
            while (try? await Task.sleep(for: Self.pause)) != nil {
                do {
                    try await self.check()
                } catch {
                    // The earlier result stays. An unreachable database is detected and logged elsewhere.
                    self.logger.debug("cannot compare the server with its database: \(error)")
                }
            }
        }
    }

    /// Compares once, and logs changes of the result.
    package func check() async throws {
        let (difference, schema, undurable) = try await pool.withConnection { connection in
            let asked = now()
            let row = try await connection.query("Operation/server_check")[0]
            let difference = ClockDifference(asked: asked, database: try row.instant("at"), answered: now())
            return (
                difference, try Schema(row),
                try row.getIfPresent("undurable", as: String.self)
            )
        }
        var problem: Problem?
        if case .schemaIsNewer(let database, let program) = schemas.problem(of: schema) {
            problem = .schemaIsNewer(database: database, program: program)
        } else if difference.isTooLarge {
            problem = .clockIsWrong(difference)
        }
        let found = State(difference: difference, problem: problem, undurable: undurable)
        let before = state.withLock { state in
            defer { state = found }
            return state
        }
        log(found, after: before)
    }

    private func log(_ found: State, after before: State) {
        if let names = found.undurable, names != before.undurable {
            logger.warning(
                """
                PostgreSQL runs with these settings off: \(names). If its machine fails, it loses taps that were acknowledged. \
                Please turn them on.
                """)
        }
        if let problem = found.problem {
            if !problem.isLike(before.problem) { logger.error("\(problem)") }
            return
        }
        if before.problem != nil { logger.notice("the server records again") }
        if let difference = found.difference, difference.isNoticeable, before.difference?.isNoticeable != true {
            logger.warning(
                "This machine's clock is \(difference). Please synchronise both (NTP): the server stops recording at 60 s.")
        }
    }
}

extension ServerCheck.Problem: CustomStringConvertible {
    package var description: String {
        switch self {
        case .clockIsWrong(let difference):
            "This machine's clock is \(difference), so the server does not record. Please synchronise both (NTP); the server "
                + "resumes automatically within a minute."
        case .schemaIsNewer(let database, let program):
            "The database was migrated to version \(database), which does not work with programs as old as this one "
                + "(\(program)). The server does not record. Please stop it and start the newer one."
        }
    }

    fileprivate func isLike(_ other: Self?) -> Bool {
        switch (self, other) {
        case (.clockIsWrong, .clockIsWrong), (.schemaIsNewer, .schemaIsNewer): true
        default: false
        }
    }
}
