package import Logging
import ServiceLifecycle

/// Lends connections. While PostgreSQL is away a caller waits for it, for at most the acquire timeout.
package struct PostgresPool: Service {
    private let lender: ConnectionLender

    /// - Parameters:
    ///   - size: connections at most.
    ///   - acquireTimeout: how long a caller waits for a connection before it gets an error.
    package init(
        _ configuration: PostgresConfiguration, queries: PostgresQueryCatalog, size: Int,
        acquireTimeout: Duration = .seconds(5), loop: PostgresEventLoop = .shared, logger: Logger
    ) {
        lender = ConnectionLender(size: size, acquireTimeout: acquireTimeout, logger: logger) { limit in
            var configuration = configuration
            configuration.connectTimeout = min(configuration.connectTimeout, limit)
            return try await PostgresConnection.connect(configuration, queries: queries, loop: loop, logger: logger)
        }
    }

    /// Keeps the pool open until graceful shutdown, then closes it; until cancellation, then aborts it.
    package func run() async throws {
        do {
            try await gracefulShutdown()
            await close()
        } catch {
            await abort()
        }
    }

    /// Closes what rests. Connections lent out go when they come back.
    package func close() async { await lender.close() }

    /// Closes all connections, those lent out as well: what runs on them ends with ``PostgresError/connectionLost(_:)``.
    package func abort() async { await lender.abort() }

    /// Lends a connection to `body`. A transaction that `body` leaves open is rolled back.
    /// - Throws: what `body` throws, ``PostgresError/poolExhausted``, ``PostgresError/poolClosed``, or
    ///   ``PostgresError/cannotConnect(_:)`` where the server was away for as long as the caller would wait.
    package func withConnection<Value>(_ body: (PostgresConnection) async throws -> Value) async throws -> Value {
        let connection = try await lender.lend()
        do {
            let value = try await body(connection)
            await lender.takeBack(connection)
            return value
        } catch {
            await lender.takeBack(connection)
            throw error
        }
    }

    package func withTransaction<Value>(_ body: (PostgresConnection) async throws -> Value) async throws -> Value {
        try await withConnection { connection in
            try await connection.withTransaction(body)
        }
    }

    @discardableResult
    package func query(_ query: PostgresQuery, _ values: (any PostgresEncodable)?...) async throws -> PostgresResult {
        let command = PostgresCommand(query, values: values)
        return try await withConnection { try await $0.pipeline([command])[0] }
    }
}
