import Foundation
import Logging
import Postgres

/// A database for one test on the server that all tests share (`DESKTAP_TEST_DATABASE`).
package struct TestDatabase: Sendable {
    /// A libpq connection string.
    package let connectionString: String

    /// Why tests are skipped without a server.
    package static let help: String =
        "needs PostgreSQL: run scripts/test, or set DESKTAP_TEST_DATABASE to superuser keywords, such as host=/tmp/pg user=postgres"

    package static let server = ProcessInfo.processInfo.environment["DESKTAP_TEST_DATABASE"]
    package static var isAvailable: Bool { server != nil }

    /// Lends an empty database.
    package static func with<Value>(_ body: (TestDatabase) async throws -> Value) async throws -> Value {
        try await lend(from: "template1", body)
    }

    /// Lends a copy of a database that `prepare` filled. It is prepared once for all tests with the same `template`.
    package static func with<Value>(
        copyOf template: String, preparedBy prepare: @escaping @Sendable (TestDatabase) async throws -> Void,
        _ body: (TestDatabase) async throws -> Value
    ) async throws -> Value {
        try await lend(from: try await templates.name(of: template, prepare), body)
    }

    private static func lend<Value>(
        from template: String, _ body: (TestDatabase) async throws -> Value
    ) async throws -> Value {
        try await places.lend {
            let name = "t_" + UUID().uuidString.lowercased()
            // A copy of files takes less time than PostgreSQL's default, and has the template's cache of the catalog, too.
            try await administer("create database \"\(name)\" template \"\(template)\" strategy file_copy")
            do {
                let value = try await body(TestDatabase(name: name))
                try await administer("drop database \"\(name)\" with (force)")
                return value
            } catch {
                // In a new task, because the test's task may be cancelled.
                await Task { try? await administer("drop database \"\(name)\" with (force)") }.value
                throw error
            }
        }
    }

    private init(name: String) { connectionString = "\(Self.server ?? "") dbname=\(name)" }

    /// Runs a statement in another database of the same server.
    package static func administer(_ statement: String) async throws {
        _ = try await administration.withConnection { try await $0.execute(statement) }
    }

    private static let administration = PostgresPool(
        PostgresConfiguration("\(server ?? "") dbname=postgres"), queries: PostgresQueryCatalog([:]), size: 16,
        acquireTimeout: .seconds(60), logger: Logger(label: "tests"))

    /// Limits the number of databases that are lent at the same time.
    private static let places = Places(16)

    private static let templates = Templates()

    private actor Templates {
        private var made: [String: Task<String, any Error>] = [:]

        func name(
            of template: String, _ prepare: @escaping @Sendable (TestDatabase) async throws -> Void
        ) async throws -> String {
            if let task = made[template] { return try await task.value }
            let task = Task {
                // With a unique suffix, because several test processes may run at the same time.
                let name = "template_\(template)_\(UUID().uuidString.lowercased().prefix(8))"
                try await TestDatabase.administer("create database \"\(name)\"")
                try await prepare(TestDatabase(name: name))
                return name
            }
            made[template] = task
            return try await task.value
        }
    }
}
