import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import TestOffice
import TestServers

/// The real program, `desktap`, as a child process.
struct ServerProcess: Sendable {
    static let program = TestOffice.checkout + "/.build/debug/desktap"
    /// Hides the tests' own environment from the program, and keeps its files in `folder`.
    private static func environment(_ folder: String) -> [String: String] {
        ["DESKTAP_DATABASE": "", "DESKTAP_PORT": "", "DESKTAP_LOG_LEVEL": "", "DESKTAP_SECRET_FILE": folder + "/secret"]
    }

    let process: ChildProcess
    let port: Int

    /// Runs `desktap` with `arguments` to its end.
    static func run(_ arguments: String..., in folder: String) async throws -> (status: Int32, output: String) {
        try await run(arguments, in: folder)
    }

    /// - Parameter environment: added to the program's.
    static func run(
        _ arguments: [String], in folder: String, environment: [String: String] = [:]
    ) async throws -> (status: Int32, output: String) {
        let process = try ChildProcess(
            [program] + arguments, in: folder,
            environment: Self.environment(folder).merging(environment) { _, new in new })
        let status = await process.wait()
        return (status, process.output)
    }

    /// Starts `desktap serve` on a free port.
    /// - Parameter environment: added to the program's.
    static func start(
        database: String, in folder: String, environment: [String: String] = [:], _ options: String...
    ) async throws -> ServerProcess {
        let process = try ChildProcess(
            [program, "serve", "--port", "0", "--database", database] + options, in: folder,
            environment: Self.environment(folder).merging(environment) { _, new in new })
        // The HTTP library logs a line of its own for each listener, also for that of the metrics.
        let line = try await process.waitForOutput(#"(desktap: |"message":")listening on 127\.0\.0\.1:\d+"#)
        return ServerProcess(process: process, port: line.split(separator: ":").last.flatMap { Int($0) } ?? 0)
    }

    /// Stops it by SIGTERM and returns its exit status.
    func stop() async -> Int32 {
        process.signal(SIGTERM)
        return await process.wait()
    }
}

/// A client that taps continuously. Like a reader it repeats each tap until it is acknowledged.
struct ContinuousTapClient {
    struct Wrong: Error, CustomStringConvertible { let description: String }

    let port: Int
    let key: String
    let user: String

    /// - Parameter isOver: checked before each attempt.
    /// - Returns: the ids of the acknowledged taps, and the number of attempts answered with 503.
    func tap(until isOver: @escaping @Sendable () async -> Bool) async throws -> (acknowledged: [String], putOff: Int) {
        var acknowledged: [String] = []
        var putOff = 0
        var id = UUID().uuidString.lowercased()
        while await !isOver() {
            // The connection ends with the server. The same tap is then sent again on a new one.
            let client = TestClient(host: "127.0.0.1", port: port, configuration: .init(timeout: .seconds(60)))
            client.connect()
            do {
                while await !isOver() {
                    let response = try await client.ask(
                        .post,
                        "/t?event=start&desk=6F-A1&user=\(user)&id=\(id)", headers: [.authorization: "Bearer \(key)"],
                        body: ByteBuffer())
                    switch response.status {
                    case .ok:
                        acknowledged.append(id)
                        id = UUID().uuidString.lowercased()
                    case .serviceUnavailable:
                        guard response.head.headerFields[.retryAfter] == "1" else {
                            throw Wrong(description: "503 without Retry-After")
                        }
                        putOff += 1
                        try await Task.sleep(for: .milliseconds(50))
                    case let status: throw Wrong(description: "\(status) instead of an answer")
                    }
                }
            } catch let error as Wrong {
                try? await client.shutdown()
                throw error
            } catch {
                try await Task.sleep(for: .milliseconds(20))
            }
            try? await client.shutdown()
        }
        return (acknowledged, putOff)
    }
}
