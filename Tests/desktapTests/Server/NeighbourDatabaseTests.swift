import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Postgres
import TestClients
import TestServers
import Testing

/// Other databases of the same PostgreSQL cluster.
@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(3)))
struct `Taps beside a neighbour database` {
    /// PostgreSQL lets one transaction at a time commit with a notification, in all databases of a cluster.
    @Test func `Taps are recorded and shown while a neighbour's notification waits`() async throws {
        try await PostgresServer.with { postgres in
            try await TestFolder.with { folder in
                try await postgres.execute("create database neighbour")
                let database = postgres.connectionString
                // Only the neighbour's commits wait for a standby, which does not exist.
                try await postgres.execute("alter database postgres set synchronous_commit = local")
                #expect(try await ServerProcess.run("migrate", "--database", database, in: folder).status == 0)
                #expect(try await ServerProcess.run("demo", "--days", "0", "--database", database, in: folder).status == 0)
                let key = try await ServerProcess.run("person", "key", "ada", "--database", database, in: folder).output
                    .trimmingCharacters(in: .whitespacesAndNewlines)
                let server = try await ServerProcess.start(database: database, in: folder)
                try await postgres.execute("alter system set synchronous_standby_names = 'nobody'")
                try await postgres.execute("select pg_reload_conf()")

                let neighbour = try await PostgresConnection.connect(
                    PostgresConfiguration(database.replacing("dbname=postgres", with: "dbname=neighbour")),
                    queries: PostgresQueryCatalog([:]))
                // PostgreSQL takes the setting up a moment later. Commits before that do not wait.
                let waiting = Task {
                    while true {
                        try await neighbour.execute("begin; drop table if exists x; create table x (); notify x; commit")
                    }
                }
                try await postgres.wait(for: PostgresServer.aCommitWaits)

                let client = TestClient(host: "127.0.0.1", port: server.port, configuration: .init(timeout: .seconds(60)))
                client.connect()
                let headers: HTTPFields = [.authorization: "Bearer \(key)"]
                let id = UUID().uuidString.lowercased()
                let answer = try await client.ask(.post, "/t?event=start&desk=6F-A1&id=\(id)", headers: headers)
                #expect(answer.status == .ok)
                var map = ""
                while !map.contains("6F-A1") {
                    map = try await client.ask(.get, "/api/presence", headers: headers).body.map { String(buffer: $0) } ?? ""
                }
                #expect(try await postgres.value("select (\(PostgresServer.aCommitWaits))::text") == "true")
                try await client.shutdown()
                waiting.cancel()
                try await postgres.cancelWaits()
                _ = try? await waiting.value
                #expect(await server.stop() == 0)
            }
        }
    }
}
