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
            return try await PostgresConnection.connect(configuration, queries: queries, loop: loop)
        }
    }

    /// Keeps the pool open until graceful shutdown or cancellation, then closes it.
    package func run() async throws {
        // Both end the wait, and both are a reason to close.
        try? await gracefulShutdown()
        await close()
    }

    /// Closes what rests. Connections lent out go when they come back.
    package func close() async { await lender.close() }

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
