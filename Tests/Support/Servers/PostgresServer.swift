import Foundation

/// A PostgreSQL server for one test, which may stop and kill it. On a Unix socket only, and durable as in production.
package struct PostgresServer: Sendable {
    /// The folder of the cluster and the socket.
    package let folder: String

    /// The superuser's connection string in keyword form; `dbname=…` may be appended.
    package var connectionString: String { "host=\(folder) user=postgres dbname=postgres" }

    /// Lends a running server.
    /// - Parameters:
    ///   - settings: added to `postgresql.conf`.
    ///   - environment: of the server's processes.
    package static func with<Value>(
        settings: [String: String] = [:], environment: [String: String] = [:],
        _ body: (PostgresServer) async throws -> Value
    ) async throws -> Value {
        try await TestFolder.with { folder in
            let server = PostgresServer(folder: folder)
            try await server.create(settings)
            do {
                try await server.start(environment: environment)
                let value = try await body(server)
                try? await server.stop(.immediate)
                return value
            } catch {
                try? await server.stop(.immediate)
                throw error
            }
        }
    }

    package enum StopMode: Int32 {
        case smart = 15  // SIGTERM
        case fast = 2  // SIGINT
        case immediate = 3  // SIGQUIT
    }

    package func start(environment: [String: String] = [:]) async throws {
        // Not with pg_ctl: `Process` ends only when no other process holds its descriptors, and the server would.
        let process = try ChildProcess(
            Self.asPostgres + [Self.programs + "/postgres", "-D", data], in: folder, environment: environment)
        await postmaster.set(process)
        try await process.waitForOutput("database system is ready to accept (read-only )?connections")
    }

    /// Stops the server and waits until all its processes have ended.
    package func stop(_ mode: StopMode = .fast) async throws {
        guard let process = await postmaster.process else { return }
        process.signal(mode.rawValue)
        _ = await process.wait()
        await postmaster.set(nil)
    }

    package func restart(_ mode: StopMode = .fast) async throws {
        try await stop(mode)
        try await start()
    }

    private actor Postmaster {
        private(set) var process: ChildProcess?
        func set(_ process: ChildProcess?) { self.process = process }
    }

    private let postmaster = Postmaster()

    var data: String { folder + "/data" }

    private func create(_ settings: [String: String]) async throws {
        if geteuid() == 0 { try await ChildProcess.run(["chown", "postgres:", folder]) }
        try await ChildProcess.run(
            Self.asPostgres + [
                Self.programs + "/initdb", "-D", data, "-A", "trust", "-U", "postgres", "-E", "UTF8", "--locale=C.UTF-8",
                "--no-instructions",
            ])
        let all = [
            "listen_addresses": "''", "unix_socket_directories": "'\(folder)'", "max_connections": "200",
            "shared_buffers": "64MB",
        ].merging(settings) { _, new in new }
        let lines = all.map { "\($0.key) = \($0.value)\n" }.sorted().joined()
        let file = try FileHandle(forWritingTo: URL(filePath: data + "/postgresql.conf"))
        try file.seekToEnd()
        try file.write(contentsOf: Data(lines.utf8))
        try file.close()
    }

    /// PostgreSQL refuses to run as root.
    static let asPostgres =
        geteuid() == 0 ? ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups"] : []

    static let programs: String = {
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")) ?? []
        return "/usr/lib/postgresql/\(versions.compactMap { Int($0) }.max() ?? 15)/bin"
    }()
}
