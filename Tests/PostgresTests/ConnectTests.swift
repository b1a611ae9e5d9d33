import Foundation
import Postgres
import TestServers
import Testing

@Suite(.needsPostgres) struct `Connecting` {
    /// Listens on PostgreSQL's socket path in `folder` and never answers.
    private func withSilence<Value>(in folder: String, _ body: () async throws -> Value) async throws -> Value {
        let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(listener) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: (folder + "/.s.PGSQL.5432").utf8) }
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(bound == 0 && listen(listener, 16) == 0)
        return try await body()
    }

    private func connect(_ keywords: String, timeout: Duration = .seconds(60)) async throws -> String {
        try await PostgresConnection.lend(PostgresConfiguration(keywords, connectTimeout: timeout)) { try await $0.backend }
    }

    @Test func `Connecting to a server that never answers fails after the connect timeout`() async throws {
        try await TestFolder.with { folder in
            try await withSilence(in: folder) {
                let error = await #expect(throws: PostgresError.self) {
                    _ = try await connect("host=\(folder) user=x dbname=x", timeout: .milliseconds(100))
                }
                // libpq has its own limit per host; either limit may expire first.
                guard case .cannotConnect(let reason)? = error else { throw error ?? .poolClosed }
                #expect(reason == "no answer within the connect timeout" || reason.hasSuffix("timeout expired"))
            }
        }
    }

    @Test func `Connecting ends at once when its task is cancelled`() async throws {
        try await TestFolder.with { folder in
            try await withSilence(in: folder) {
                let task = Task { try await connect("host=\(folder) user=x dbname=x") }
                try await Task.sleep(for: .milliseconds(20))
                task.cancel()
                await #expect(throws: CancellationError.self) { _ = try await task.value }
                let early = Task {
                    withUnsafeCurrentTask { $0?.cancel() }
                    return try await connect("host=\(folder) user=x dbname=x")
                }
                _ = await #expect(throws: CancellationError.self) { _ = try await early.value }
            }
        }
    }

    @Test func `Connecting tries the next host when one is absent or does not answer`() async throws {
        let server = try #require(TestDatabase.server)
        let hosts = try await connectedFolder(server)
        try await TestFolder.with { folder in
            try await withSilence(in: folder) {
                let backend = try await connect(
                    "\(server) dbname=postgres host=\(folder)/absent,\(folder),\(hosts) target_session_attrs=read-write",
                    timeout: .seconds(60))
                #expect(Int(backend) != nil)
            }
        }
    }

    /// The socket folder of the shared server.
    private func connectedFolder(_ server: String) async throws -> String {
        try await PostgresConnection.lend(PostgresConfiguration("\(server) dbname=postgres")) { connection in
            let folders = try await connection.text("show unix_socket_directories")
            return folders.split(separator: ",").first.map { $0.trimmingCharacters(in: .whitespaces) } ?? ""
        }
    }

    @Test(arguments: [
        ("host=/nonexistent user=x dbname=x", "No such file"), ("nonsense", "cannot be read"),
        ("host=localhost port=1 user=x dbname=x", "refused"), ("host=nobody.invalid user=x dbname=x", "nobody.invalid"),
    ])
    func `A failed connection attempt reports its reason`(keywords: String, reason: String) async throws {
        let error = await #expect(throws: PostgresError.self) { _ = try await connect(keywords) }
        guard case .cannotConnect(let text)? = error else {
            Issue.record("unexpected error: \(String(describing: error))")
            return
        }
        #expect(text.contains(reason))
        #expect(error?.isUnavailability == true)
    }

    @Test func `Connecting to a database that does not exist reports its name`() async throws {
        let server = try #require(TestDatabase.server)
        let error = await #expect(throws: PostgresError.self) { _ = try await connect("\(server) dbname=nowhere") }
        #expect(error?.description.contains("\"nowhere\" does not exist") == true)
    }

    @Test func `Twenty connections can be opened at the same time`() async throws {
        try await TestDatabase.with { database in
            let backends = try await withThrowingTaskGroup { group in
                for _ in 0..<20 { group.addTask { try await connect(database.connectionString) } }
                return try await group.reduce(into: Set<String>()) { $0.insert($1) }
            }
            #expect(!backends.isEmpty)
        }
    }
}
