import Logging
import Postgres
import TestServers
import Testing

extension Trait where Self == ConditionTrait {
    static var needsPostgres: Self { .enabled(if: TestDatabase.isAvailable, Comment(rawValue: TestDatabase.help)) }
}

extension TestDatabase {
    /// Lends a connection to the database and closes it afterwards.
    func withConnection<Value>(
        _ queries: [String: String] = [:], statementTimeout: Duration = .seconds(60),
        _ body: (PostgresConnection) async throws -> Value
    ) async throws -> Value {
        try await PostgresConnection.lend(
            PostgresConfiguration(connectionString, statementTimeout: statementTimeout), queries, body)
    }

    func withPool<Value>(
        _ queries: [String: String] = [:], size: Int, acquireTimeout: Duration = .seconds(60),
        _ body: (PostgresPool) async throws -> Value
    ) async throws -> Value {
        try await PostgresPool.lend(
            PostgresConfiguration(connectionString), queries, size: size, acquireTimeout: acquireTimeout, body)
    }
}

extension PostgresConnection {
    static func lend<Value>(
        _ configuration: PostgresConfiguration, _ queries: [String: String] = [:],
        _ body: (PostgresConnection) async throws -> Value
    ) async throws -> Value {
        let connection = try await connect(configuration, queries: PostgresQueryCatalog(queries))
        do {
            let value = try await body(connection)
            await connection.close()
            return value
        } catch {
            await connection.close()
            throw error
        }
    }

    /// The process id of the server process behind the connection.
    var backend: String { get async throws { try await text("select pg_backend_pid()") } }

    /// The first value of the first row.
    func text(_ statement: String) async throws -> String { try await execute(statement)[0].get(0) }

    /// Waits until `condition`, an SQL expression, is true.
    func waitUntil(_ condition: String, within limit: Duration = .seconds(60)) async throws {
        let deadline = ContinuousClock.now + limit
        while try await text("select \(condition)") != "t" {
            guard .now < deadline else { throw ConditionTimedOut(description: condition) }
            try await Task.sleep(for: .milliseconds(5))
        }
    }
}

extension PostgresPool {
    static func lend<Value>(
        _ configuration: PostgresConfiguration, _ queries: [String: String] = [:], size: Int,
        acquireTimeout: Duration = .seconds(60), unansweredLimit: Duration = .seconds(5),
        _ body: (PostgresPool) async throws -> Value
    ) async throws -> Value {
        let pool = PostgresPool(
            configuration, queries: PostgresQueryCatalog(queries), size: size, acquireTimeout: acquireTimeout,
            unansweredLimit: unansweredLimit,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        do {
            let value = try await body(pool)
            await pool.close()
            return value
        } catch {
            await pool.close()
            throw error
        }
    }
}

/// Expects that `body` loses its connection with a reason.
func expectLoss(_ body: () async throws -> Void) async {
    let error = await #expect(throws: PostgresError.self) { try await body() }
    guard case .connectionLost(let reason)? = error else {
        Issue.record("not lost: \(String(describing: error))")
        return
    }
    #expect(!reason.isEmpty)
    #expect(error?.isUnavailability == true)
}

struct ConditionTimedOut: Error, CustomStringConvertible {
    let description: String
}

/// An SQL expression: the number of connections to the current database. Autovacuum and parallel workers are not counted.
let connectionCount =
    "(select count(*) from pg_stat_activity where datname = current_database() and backend_type = 'client backend')"

/// An SQL condition: the server process `backend` is running a statement.
func isActive(_ backend: String) -> String {
    "exists (select from pg_stat_activity where pid = \(backend) and state = 'active')"
}
