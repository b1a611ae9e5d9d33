package import Logging
import ServiceLifecycle

/// A pool of connections. While PostgreSQL is unreachable, callers wait for at most the acquire timeout.
package struct PostgresPool: Service {
    private let pool: ConnectionPool

    /// - Parameters:
    ///   - size: the maximum number of connections.
    ///   - acquireTimeout: time limit for obtaining a connection.
    ///   - unansweredLimit: time limit for the running statements of all connections after one connection timed out.
    package init(
        _ configuration: PostgresConfiguration, queries: PostgresQueryCatalog, size: Int,
        acquireTimeout: Duration = .seconds(5), unansweredLimit: Duration = .seconds(5), loop: PostgresEventLoop = .shared,
        logger: Logger
    ) {
        var configuration = configuration
        configuration.connectTimeout = min(configuration.connectTimeout, acquireTimeout)
        pool = ConnectionPool(
            size: size, acquireTimeout: acquireTimeout, unansweredLimit: unansweredLimit, logger: logger
        ) { [configuration] in
            try await PostgresConnection.connect(configuration, queries: queries, loop: loop, logger: logger)
        }
    }

    /// Keeps the pool open. Graceful shutdown closes it, cancellation aborts it.
    package func run() async throws {
        do {
            try await gracefulShutdown()
            await close()
        } catch {
            await abort()
        }
    }

    /// Closes the idle connections. Connections in use are closed when they are returned.
    package func close() async { await pool.close() }

    /// Closes all connections. Statements running on them end with ``PostgresError/connectionLost(_:)``.
    package func abort() async { await pool.abort() }

    package var activity: PoolActivity {
        get async { await pool.activity }
    }

    /// Lends a connection to `body`. Rolls back a transaction that `body` leaves open.
    /// - Throws: the error of `body`, ``PostgresError/poolExhausted``, ``PostgresError/poolClosed``, or
    ///   ``PostgresError/cannotConnect(_:)`` if the server was unreachable for the whole acquire timeout.
    package func withConnection<Value>(_ body: (PostgresConnection) async throws -> Value) async throws -> Value {
        let connection = try await pool.acquire()
        do {
            let value = try await body(connection)
            await pool.release(connection)
            return value
        } catch {
            if case PostgresError.notReplicated = error { await pool.noteUnreplicated() }
            await pool.release(connection)
            throw error
        }
    }

    package func withTransaction<Value>(_ body: (PostgresConnection) async throws -> Value) async throws -> Value {
        try await withConnection { connection in
            try await connection.withTransaction(body)
        }
    }

    /// Runs one statement with values by the names of its parameters.
    @discardableResult
    package func query(
        _ query: PostgresQuery, _ values: KeyValuePairs<String, (any PostgresEncodable)?> = [:]
    ) async throws -> PostgresResult {
        let command = PostgresCommand(query, values)
        return try await withConnection { try await $0.pipeline([command])[0] }
    }
}
