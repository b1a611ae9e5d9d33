import Foundation
import Postgres
import TestServers
import Testing

@Suite(
    .needsPostgres, .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/sbin/pgbouncer"), "needs pgbouncer"),
    .timeLimit(.minutes(1))
) struct `Poolers` {
    /// Runs pgbouncer on a Unix socket of its own in front of the test server.
    private func withPooler(
        _ settings: String, _ body: (PostgresConfiguration) async throws -> Void
    ) async throws {
        let server = try #require(TestDatabase.server)
        try await TestFolder.with { folder in
            try """
            [databases]
            * = \(server)
            [pgbouncer]
            listen_addr =
            unix_socket_dir = \(folder)
            auth_type = any
            user = postgres
            \(settings)
            """.write(toFile: folder + "/pgbouncer.ini", atomically: true, encoding: .utf8)
            try await ChildProcess.run(["chmod", "777", folder])
            let pooler = try ChildProcess(["/usr/sbin/pgbouncer", folder + "/pgbouncer.ini"], in: folder)
            try await pooler.waitForOutput("process up")
            let outcome: Result<Void, any Error>
            do {
                outcome = .success(
                    try await body(PostgresConfiguration("host=\(folder) port=6432 user=postgres dbname=postgres")))
            } catch {
                outcome = .failure(error)
            }
            pooler.signal(SIGINT)
            _ = await pooler.wait()
            try outcome.get()
        }
    }

    @Test(arguments: [
        ("pool_mode = session", PoolerIncompatibility.refusesSettings),
        ("pool_mode = session\nignore_startup_parameters = options", .dropsSettings),
    ])
    func `A pooler that rejects or drops the session's settings is reported`(settings: String, pooler: PoolerIncompatibility)
        async throws
    {
        try await withPooler(settings) { configuration in
            await #expect(throws: PostgresError.pooler(pooler)) {
                try await PostgresConnection.lend(configuration) { _ in }
            }
            #expect("\(PostgresError.pooler(pooler))".contains("pgbouncer"))
        }
    }

    @Test func `A pooler that assigns transactions to different sessions is detected with two connections`() async throws {
        try await withPooler("pool_mode = transaction\nignore_startup_parameters = options") { configuration in
            await #expect(throws: PostgresError.pooler(.poolsTransactions)) {
                try await PostgresConnection.rejectTransactionPooler(configuration)
            }
        }
    }
}
