internal import CLibpq

/// What a connection pooler such as pgbouncer takes away from a session. Its text says what to do.
package enum Pooler: Sendable, Equatable, CustomStringConvertible {
    /// It refuses the startup parameter `options`, in which the session's settings are.
    case refusesSettings
    /// It takes the settings and drops them.
    case dropsSettings
    /// It gives each transaction to another session (`pool_mode = transaction` or `statement`).
    case poolsTransactions

    package var description: String {
        let what =
            switch self {
            case .refusesSettings: "it refuses the startup parameter 'options' with the session's settings"
            case .dropsSettings: "it drops the session's settings (ignore_startup_parameters = options)"
            case .poolsTransactions: "it gives each transaction to another session (pool_mode = transaction)"
            }
        return "A connection pooler such as pgbouncer stands before PostgreSQL, and \(what). DeskTap pools its connections "
            + "itself. Please let --database or DESKTAP_DATABASE name PostgreSQL's own address."
    }

    /// What libpq's message says of a pooler.
    init?(refusal message: String) {
        guard message.contains("unsupported startup parameter") else { return nil }
        self = .refusesSettings
    }
}

extension PostgresConnection {
    /// Reads back one of the session's settings, and asks twice which server process answers.
    /// - Throws: ``PostgresError/pooler(_:)``.
    nonisolated func refusePooler() async throws {
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

    /// Proves that no pooler gives transactions to different sessions, which two connections alone show for certain: while the
    /// second is in a transaction, the first must not have moved away from its process.
    /// - Throws: ``PostgresError/pooler(_:)``, or what means that there is no connection.
    package static func refuseTransactionPooler(_ configuration: PostgresConfiguration) async throws {
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
