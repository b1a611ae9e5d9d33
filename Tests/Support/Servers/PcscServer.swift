import Foundation

/// A pcscd with two virtual readers for one test. It has its own socket and ports, so several can run at the same time.
package actor PcscServer {
    package nonisolated let folder: String
    /// The port of the first reader. The second reader has the next port.
    package nonisolated let port: UInt16
    /// The names of the readers in order of their ports.
    package nonisolated let readers: [String]
    private let name: String
    private var process: ChildProcess

    /// Why tests are skipped without pcscd.
    package static let help = "needs pcscd: apt-get install --no-install-recommends pcscd vsmartcard-vpcd"
    package static var isAvailable: Bool {
        ["/usr/sbin/pcscd", "/usr/lib/pcsc/drivers/serial/libifdvpcd.so"].allSatisfy(FileManager.default.fileExists)
    }

    /// Environment variables for client processes.
    package nonisolated var environment: [String: String] { ["PCSCLITE_CSOCK_NAME": Self.socket(in: folder)] }

    /// Lends a pcscd for clients in other processes.
    /// - Parameter name: the readers' name, without their numbers.
    package static func with<Value>(
        named name: String = usualName, _ body: (PcscServer) async throws -> Value
    ) async throws -> Value {
        try await TestFolder.with { try await lend(in: $0, name, body) }
    }

    /// Lends a pcscd for clients in this process, to one test at a time, because libpcsclite reads the socket's path only once.
    package static func withinProcess<Value: Sendable>(
        _ body: (PcscServer) async throws -> Value
    ) async throws -> Value {
        await turn.take()
        do {
            let value = try await lend(in: ownFolder, usualName, body)
            await turn.giveBack()
            return value
        } catch {
            await turn.giveBack()
            throw error
        }
    }

    /// Kills pcscd. Its socket file stays, as after a crash.
    package func kill() async {
        process.signal(SIGKILL)
        _ = await process.wait()
    }

    /// Starts it again after ``kill()``.
    package func restart() async throws {
        process = try await Self.started(in: folder, port, name)
    }

    private init(folder: String, name: String, port: UInt16, process: ChildProcess) {
        self.folder = folder
        self.name = name
        self.port = port
        self.process = process
        readers = [name + " 00 00", name + " 00 01"]
    }

    package static let usualName = "Test Reader"
    private static let ports = Ports()
    private static let turn = Turn()

    /// The folder for clients in this process. `scripts/test` names it in the environment: to set the variable here may crash
    /// other threads, which read theirs.
    private static let ownFolder: String = {
        if let path = ProcessInfo.processInfo.environment["PCSCLITE_CSOCK_NAME"] {
            return URL(filePath: path).deletingLastPathComponent().path
        }
        let folder = "\(TestFolder.parent)/p\(UUID().uuidString.prefix(8))"
        setenv("PCSCLITE_CSOCK_NAME", socket(in: folder), 1)
        return folder
    }()

    private static func socket(in folder: String) -> String { folder + "/pcscd.comm" }

    private static func lend<Value>(
        in folder: String, _ name: String, _ body: (PcscServer) async throws -> Value
    ) async throws -> Value {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var (port, process): (UInt16, ChildProcess)
        var attempt = 0
        while true {
            port = await ports.next()
            do {
                process = try await started(in: folder, port, name)
                break
            } catch  where attempt < 20 {
                // One of the ports is in use.
                attempt += 1
            }
        }
        let server = PcscServer(folder: folder, name: name, port: port, process: process)
        do {
            let value = try await body(server)
            await server.kill()
            return value
        } catch {
            await server.kill()
            throw error
        }
    }

    /// Starts `virtual-reader pcscd` and waits until its socket and ports are ready.
    private static func started(in folder: String, _ port: UInt16, _ name: String) async throws -> ChildProcess {
        let process = try ChildProcess(
            [
                builtProgram("virtual-reader"), "pcscd", "--folder", folder, "--vpcd-port", String(port), "--name", name,
            ], in: folder)
        let deadline = ContinuousClock.now + .seconds(180)
        // The socket accepts clients before pcscd has bound its ports. To connect to a port would insert a card.
        while try !connects(to: socket(in: folder)) || !TCPSocket.isListening(port) || !TCPSocket.isListening(port + 1) {
            guard process.isRunning, .now < deadline else {
                throw ChildProcess.Failure(description: "no pcscd: \(process.output)")
            }
            try await Task.sleep(for: .milliseconds(20))
        }
        return process
    }

    private static func connects(to path: String) -> Bool {
        let descriptor = Foundation.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
    }

    private actor Ports {
        /// Each process starts at another number.
        private var step = Int(getpid() % 300) * 40

        /// Below the range from which the system assigns ports.
        func next() -> UInt16 {
            defer { step += 2 }
            return UInt16(20_000 + step % 12_000)
        }
    }

    /// A first-in, first-out lock.
    private actor Turn {
        private var isTaken = false
        private var waiting: [CheckedContinuation<Void, Never>] = []

        func take() async {
            guard isTaken else {
                isTaken = true
                return
            }
            await withCheckedContinuation { waiting.append($0) }
        }

        func giveBack() {
            if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
        }
    }
}
