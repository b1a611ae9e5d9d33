import Foundation
import TestOffice
import TestServers
import Testing

/// `desktap setup`, and the server as systemd starts it.
@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Setup` {
    @Test func `Setup with two roles writes closed files, and server and commands connect as their own role`() async throws {
        try await TestDatabase.with { database in
            try await TestFolder.with { folder in
                let owner = database.connectionString
                let role = "setup_" + UUID().uuidString.lowercased().replacing("-", with: "")
                try await ChildProcess.run(["psql", owner, "-qc", "create role \(role) login"])
                let server = owner.replacing(/user=\S+/, with: "user=\(role)")
                let options = ["setup", "--folder", folder, "--database", owner, "--server-database", server]
                let (status, output) = try await ServerProcess.run(options, in: folder)
                #expect(status == 0, "\(output)")
                #expect(output.contains("Start the server: desktap serve --config \(folder)/settings.json"))
                for file in ["settings.json", "owner.json", "secret"] {
                    let mode = try FileManager.default.attributesOfItem(atPath: folder + "/" + file)[.posixPermissions] as? Int
                    #expect(mode == 0o600, "\(file)")
                }
                func values(_ file: String) throws -> [String: String] {
                    try JSONDecoder().decode(
                        [String: String].self, from: Data(contentsOf: URL(filePath: folder + "/" + file)))
                }
                let settings = try values("settings.json")
                #expect(
                    settings == [
                        "database": server, "host": "127.0.0.1", "port": "8080", "secret-file": folder + "/secret",
                    ])
                // The server never reads the owner's connection.
                #expect(try values("owner.json") == ["database": owner, "server-role": role])
                // Only the owner may migrate; the rights of the server's role are renewed.
                let again = try await ServerProcess.run("migrate", "--config", folder + "/settings.json", in: folder)
                #expect(again.status == 0 && again.output.contains("up to date"), "\(again.output)")
                let process = try ChildProcess(
                    [ServerProcess.program, "serve", "--port", "0", "--config", folder + "/settings.json"], in: folder)
                try await process.waitForOutput("listening on")
                // The server has no more rights than it needs, so it does not warn.
                #expect(!process.output.contains("can change and delete records"), "\(process.output)")
                process.signal(SIGTERM)
                #expect(await process.wait() == 0)
                // A later run changes what it names.
                let second = try await ServerProcess.run(
                    ["setup", "--folder", folder, "--port", "8443", "--public-url", "http://localhost:8443"], in: folder)
                #expect(second.status == 0, "\(second.output)")
                let changed = try values("settings.json")
                #expect(
                    changed
                        == settings.merging(["host": "0.0.0.0", "port": "8443", "public-url": "http://localhost:8443"]) { $1 })
                #expect(try values("owner.json") == ["database": owner, "server-role": role])
                // The settings of an earlier version: a migration, as after an upgrade, takes the owner's connection out of them.
                let old = changed.merging(["owner-database": owner, "server-role": role]) { $1 }
                try FileManager.default.removeItem(atPath: folder + "/owner.json")
                try JSONEncoder().encode(old).write(to: URL(filePath: folder + "/settings.json"))
                let doctor = try await ServerProcess.run("doctor", "--config", folder + "/settings.json", in: folder)
                #expect(doctor.output.contains("warning\tsettings\t") && doctor.output.contains("desktap migrate"))
                let moved = try await ServerProcess.run("migrate", "--config", folder + "/settings.json", in: folder)
                #expect(moved.status == 0 && moved.output.contains("owner.json"), "\(moved.output)")
                #expect(try values("owner.json") == ["database": owner, "server-role": role])
                #expect(try values("settings.json") == changed)
                // Nobody else may read it.
                try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: folder + "/owner.json")
                let open = try await ServerProcess.run("migrate", "--config", folder + "/settings.json", in: folder)
                #expect(open.status == 1 && open.output.contains("chmod 600"), "\(open.output)")
                try await ChildProcess.run(["psql", owner, "-qc", "drop owned by \(role); drop role \(role)"])
            }
        }
    }

    @Test(arguments: [
        (["--public-url", "http://desk.example.com"], "without TLS"),
        (["--tls-certificate-file", "/nonexistent", "--tls-key-file", "/nonexistent"], "/nonexistent"),
        (["--port", "70000"], "'port'"), (["--server-database", "host=/nonexistent"], "cannot be reached"),
    ])
    func `Wrong options of setup leave no settings and can be corrected`(options: [String], sentence: String) async throws {
        try await TestDatabase.with { database in
            try await TestFolder.with { folder in
                let usual = ["setup", "--folder", folder, "--database", database.connectionString]
                let (status, output) = try await ServerProcess.run(usual + options, in: folder)
                #expect(status == 1 && output.contains(sentence), "\(output)")
                #expect(!FileManager.default.fileExists(atPath: folder + "/settings.json"))
                #expect(try await ServerProcess.run(usual, in: folder).status == 0)
            }
        }
    }

    /// Starts a server for a service manager, and waits until it is ready.
    /// - Parameter watchdog: the time after which the manager would restart it, in microseconds.
    private func withManager(
        watchdog: Int, _ body: (DatagramReceiver, ServerProcess) async throws -> Void
    ) async throws {
        try await TestOffice.with { office in
            try await TestFolder.with { folder in
                let manager = try DatagramReceiver(folder + "/notify")
                let server = try await ServerProcess.start(
                    database: office.database.connectionString, in: folder,
                    environment: ["NOTIFY_SOCKET": manager.path, "WATCHDOG_USEC": "\(watchdog)"], "--secret-file",
                    office.secretFile)
                #expect(await manager.next() == "READY=1")
                try await body(manager, server)
            }
        }
    }

    /// The watchdog's messages would be a millisecond apart, which is less than a start takes.
    @Test func `The server reports nothing to systemd before it is ready`() async throws {
        try await withManager(watchdog: 2000) { _, server in
            server.process.signal(SIGKILL)
            _ = await server.process.wait()
        }
    }

    @Test func `A server does not wait for a service manager that reads nothing`() async throws {
        try await withManager(watchdog: 2000) { _, server in
            // The queue of the socket is full long before.
            try await Task.sleep(for: .milliseconds(500))
            #expect(await server.stop() == 0)
        }
    }

    @Test func `The server reports to systemd that it is ready, works and stops`() async throws {
        try await withManager(watchdog: 40000) { manager, server in
            #expect(await manager.next() == "WATCHDOG=1")
            server.process.signal(SIGHUP)
            #expect(await manager.next() == "WATCHDOG=1")
            // As systemd does, the receiver reads while the server stops: its queue has ten places.
            async let status = server.stop()
            var last = await manager.next()
            while last == "WATCHDOG=1" { last = await manager.next() }
            #expect(last == "STOPPING=1")
            #expect(await status == 0)
        }
    }
}

/// A Unix datagram socket that receives messages.
private final class DatagramReceiver: Sendable {
    let path: String
    private let descriptor: Int32

    init(_ path: String) throws {
        self.path = path
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8).prefix(107)) }
        let bound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(bound == 0)
    }

    deinit { close(descriptor) }

    /// Waits for the next message.
    func next() async -> String {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { [descriptor] in
                var bytes = [UInt8](repeating: 0, count: 256)
                let count = recv(descriptor, &bytes, bytes.count, 0)
                continuation.resume(returning: String(decoding: bytes.prefix(max(0, count)), as: UTF8.self))
            }
        }
    }
}
