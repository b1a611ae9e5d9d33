import Foundation
import Postgres

extension PostgresServer {
    /// Lends a primary and its synchronous standby. Commits on the primary wait for the standby.
    package static func withStandby<Value>(
        _ body: (_ primary: PostgresServer, _ standby: PostgresServer) async throws -> Value
    ) async throws -> Value {
        try await with { primary in
            try await TestFolder.with { folder in
                let standby = PostgresServer(folder: folder)
                if geteuid() == 0 { try await ChildProcess.run(["chown", "postgres:", folder]) }
                try await ChildProcess.run(
                    asPostgres + [
                        programs + "/pg_basebackup", "-D", standby.data, "-R", "-X", "stream", "-c", "fast", "-d",
                        primary.connectionString + " application_name=standby",
                    ])
                let file = try FileHandle(forWritingTo: URL(filePath: standby.data + "/postgresql.conf"))
                try file.seekToEnd()
                try file.write(contentsOf: Data("unix_socket_directories = '\(folder)'\n".utf8))
                try file.close()
                do {
                    try await standby.start()
                    try await primary.execute("alter system set synchronous_standby_names = 'standby'")
                    try await primary.execute("select pg_reload_conf()")
                    try await primary.wait(for: "exists (select from pg_stat_replication where sync_state = 'sync')")
                    let value = try await body(primary, standby)
                    try? await standby.stop(.immediate)
                    return value
                } catch {
                    try? await standby.stop(.immediate)
                    throw error
                }
            }
        }
    }

    /// True while a commit waits for the standby.
    package static let aCommitWaits = "exists (select from pg_stat_activity where wait_event = 'SyncRep')"

    /// Cancels all commits that wait for the standby, like an administrator who cancels hanging queries.
    package func cancelWaits() async throws { try await execute(Self.cancelWaits) }

    private static let cancelWaits = "select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'"

    /// Runs `body` while PostgreSQL itself cancels each commit that waits for the standby: this process may be too busy to do
    /// that before the server's time limit for a tap.
    package func cancellingWaits<Value>(_ body: () async throws -> Value) async throws -> Value {
        let connection = try await PostgresConnection.connect(
            PostgresConfiguration(connectionString, statementTimeout: .zero), queries: PostgresQueryCatalog([:]))
        let id: String = try await connection.execute("select pg_backend_pid()::text")[0].get(0)
        async let loop = connection.execute(
            """
            do $$ begin loop
              perform pg_stat_clear_snapshot(), pg_sleep(0.01); perform * from (\(Self.cancelWaits)) waits;
            end loop; end $$
            """)
        try await wait(for: "exists (select from pg_stat_activity where pid = \(id) and wait_event = 'PgSleep')")
        let result: Result<Value, any Error>
        do { result = .success(try await body()) } catch { result = .failure(error) }
        try await execute("select pg_terminate_backend(\(id))")
        _ = try? await loop
        await connection.close()
        return try result.get()
    }

    /// Waits until `condition`, an SQL expression, is true.
    package func wait(for condition: String) async throws {
        let deadline = ContinuousClock.now + .seconds(60)
        while try await value("select (\(condition))::text") != "true" {
            guard .now < deadline else { throw ChildProcess.Failure(description: "never: \(condition)") }
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    /// Runs a statement as the superuser on a new connection.
    package func execute(_ statement: String) async throws { _ = try await value(statement) }

    /// The first value of a statement's result as text.
    package func value(_ statement: String) async throws -> String? {
        let connection = try await PostgresConnection.connect(
            PostgresConfiguration(connectionString), queries: PostgresQueryCatalog([:]))
        do {
            let value = try await connection.execute(statement).first?.getIfPresent(0, as: String.self)
            await connection.close()
            return value
        } catch {
            await connection.close()
            throw error
        }
    }
}
