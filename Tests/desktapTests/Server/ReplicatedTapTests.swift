import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import TestClients
import TestServers
import Testing

/// A tap is acknowledged only when it is on the standby, too.
@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(3)))
struct `Taps under synchronous replication` {
    private struct Running {
        let primary, standby: PostgresServer
        let server: ServerProcess
        let key: String
        let id = UUID().uuidString.lowercased()

        /// Sends the same tap once.
        func tap() async throws -> (status: HTTPResponse.Status, text: String) {
            try await post("/t?event=start&desk=6F-A1&user=ada&id=\(id)", "")
        }

        /// Sends a tap by an unknown badge, always the same one.
        func tapByBadge() async throws -> (status: HTTPResponse.Status, text: String) {
            try await post(
                "/api/taps",
                """
                [{"id": "\(id)", "type": "tap", "badge": {"kind": "nfca", "uid": "04A1B2C3D4E580"}, "kind": "start",
                  "at": "2026-11-20T12:00:00+09:00", "desk": "6F-A1"}]
                """)
        }

        private func post(_ address: String, _ body: String) async throws -> (status: HTTPResponse.Status, text: String) {
            let client = TestClient(host: "127.0.0.1", port: server.port, configuration: .init(timeout: .seconds(60)))
            client.connect()
            do {
                let answer = try await client.ask(
                    .post, address, headers: [.authorization: "Bearer \(key)"], body: ByteBuffer(string: body))
                try await client.shutdown()
                return (answer.status, answer.body.map { String(buffer: $0) } ?? "")
            } catch {
                try? await client.shutdown()
                throw error
            }
        }

        func events() async throws -> String? {
            try await primary.value("select count(*) from event where id = '\(id)'")
        }
    }

    private func with(_ body: (Running) async throws -> Void) async throws {
        try await PostgresServer.withStandby { primary, standby in
            try await TestFolder.with { folder in
                let database = primary.connectionString
                #expect(try await ServerProcess.run("migrate", "--database", database, in: folder).status == 0)
                #expect(try await ServerProcess.run("demo", "--days", "0", "--database", database, in: folder).status == 0)
                let key = try await ServerProcess.run("reader", "add", "door", "--database", database, in: folder).output
                    .trimmingCharacters(in: .whitespacesAndNewlines)
                let server = try await ServerProcess.start(database: database, in: folder)
                try await body(Running(primary: primary, standby: standby, server: server, key: key))
                #expect(await server.stop() == 0)
            }
        }
    }

    @Test func `A tap is not acknowledged if the wait for the standby was cancelled`() async throws {
        try await with { running in
            try await running.standby.stop()
            let answer = try await running.primary.cancellingWaits { try await running.tap() }
            #expect(answer.status == .serviceUnavailable && answer.text.contains("database_away"))
            #expect(try await running.events() == "1", "it is on the primary, and its sender must keep it")
            try await running.standby.start()
            let second = try await running.tap()
            #expect(second.status == .ok && second.text.contains("duplicate"))
            #expect(running.server.process.output.contains("PostgreSQL notice: canceling wait for synchronous replication"))
        }
    }

    @Test func `A repeated tap also waits for the standby, which may lack it after a restart`() async throws {
        try await with { running in
            try await running.standby.stop()
            let first = Task { try await running.tap() }
            try await running.primary.wait(for: PostgresServer.aCommitWaits)
            try await running.primary.restart(.immediate)
            // The server may have retried the tap and wait again, or have answered that the database is unavailable.
            #expect(try await running.events() == "1")
            let repeated = Task {
                var answer = try await running.tap()
                while answer.status == .serviceUnavailable { answer = try await running.tap() }
                return (answer, try await running.primary.value("select count(*) from pg_stat_replication"))
            }
            try await running.primary.wait(for: PostgresServer.aCommitWaits)
            try await running.standby.start()
            let (answer, standbys) = try await repeated.value
            #expect(answer.status == .ok && answer.text.contains("duplicate"))
            #expect(standbys == "1", "it is answered when the standby is back")
            #expect(try await [.ok, .serviceUnavailable].contains(first.value.status))
        }
    }

    @Test func `A tap by an unknown badge waits for the standby each time it is sent`() async throws {
        try await with { running in
            #expect(try await running.tapByBadge().status == .ok)
            try await running.standby.stop()
            let repeated = Task {
                var answer = try await running.tapByBadge()
                while answer.status == .serviceUnavailable { answer = try await running.tapByBadge() }
                return (answer.status, try await running.primary.value("select count(*) from pg_stat_replication"))
            }
            try await running.primary.wait(for: PostgresServer.aCommitWaits)
            try await running.standby.start()
            let (status, standbys) = try await repeated.value
            #expect(status == .ok && standbys == "1", "it is answered when the standby is back")
        }
    }
}
