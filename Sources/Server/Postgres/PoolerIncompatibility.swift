internal import CLibpq

/// Why the connection pooler in front of PostgreSQL, such as pgbouncer, cannot be used. The description says what to do.
package enum PoolerIncompatibility: Sendable, Equatable, CustomStringConvertible {
    /// The pooler rejects the startup parameter `options`, which carries the session's settings.
    case refusesSettings
    /// The pooler accepts the settings and drops them.
    case dropsSettings
    /// The pooler assigns each transaction to another session (`pool_mode = transaction` or `statement`).
    case poolsTransactions

    package var description: String {
        let what =
            switch self {
            case .refusesSettings: "it rejects the startup parameter 'options' with the session's settings"
            case .dropsSettings: "it drops the session's settings (ignore_startup_parameters = options)"
            case .poolsTransactions: "it assigns each transaction to another session (pool_mode = transaction)"
            }
        return "A connection pooler such as pgbouncer is in front of PostgreSQL, and \(what). DeskTap pools its connections "
            + "itself. Set --database or DESKTAP_DATABASE to the address of PostgreSQL itself."
    }

    /// nil unless libpq's message shows that a pooler rejected the settings.
    init?(refusal message: String) {
        guard message.contains("unsupported startup parameter") else { return nil }
        self = .refusesSettings
    }
}

extension PostgresConnection {
    /// Checks that no pooler breaks this session: reads one of its settings back and compares the server process of two
    /// statements.
    /// - Throws: ``PostgresError/pooler(_:)``.
    nonisolated func rejectPooler() async throws {
        try await withTaskCancellationHandler {
            let first = try await identifySession()
            let second = try await identifySession()
            if first.process != second.process { throw PostgresError.pooler(.poolsTransactions) }
            if first.intervalStyle != PostgresConfiguration.intervalStyle { throw PostgresError.pooler(.dropsSettings) }
        } onCancel: {
            abandon()
        }
    }

    private func identifySession() async throws -> (process: String, intervalStyle: String) {
        let row = try await executeUncancelled("select pg_backend_pid(), current_setting('IntervalStyle')")[0]
        return (try row.get(0), try row.get(1))
    }

    /// Checks that no pooler assigns transactions to different sessions. Only two connections show this reliably: while the
    /// second is in a transaction, the first must still have the same server process.
    /// - Throws: ``PostgresError/pooler(_:)``, or the error of connecting.
    package static func rejectTransactionPooler(_ configuration: PostgresConfiguration) async throws {
        let queries = PostgresQueryCatalog([:])
        let first = try await open(configuration, queries: queries)
        let second: PostgresConnection
        do {
            second = try await open(configuration, queries: queries)
        } catch {
            await first.close()
            throw error
        }
        let outcome: Result<Void, any Error>
        do {
            let before = try await first.identifySession().process
            try await second.execute("begin")
            _ = try await second.identifySession()
            let after = try await first.identifySession().process
            outcome = before == after ? .success(()) : .failure(PostgresError.pooler(.poolsTransactions))
        } catch {
            outcome = .failure(error)
        }
        await first.close()
        await second.close()
        try outcome.get()
    }
}
