import Foundation

/// The real program, `desktap`, as a child process.
package struct ServerProcess: Sendable {
    package static let program = builtProgram("desktap")
    /// Hides the tests' own environment from the program, and keeps its files in `folder`.
    private static func environment(_ folder: String) -> [String: String] {
        ["DESKTAP_DATABASE": "", "DESKTAP_PORT": "", "DESKTAP_LOG_LEVEL": "", "DESKTAP_SECRET_FILE": folder + "/secret"]
    }

    package let process: ChildProcess
    package let port: Int

    /// Runs `desktap` with `arguments` to its end.
    package static func run(_ arguments: String..., in folder: String) async throws -> (status: Int32, output: String) {
        try await run(arguments, in: folder)
    }

    /// - Parameter environment: added to the program's.
    package static func run(
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
    package static func start(
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
    package func stop() async -> Int32 {
        process.signal(SIGTERM)
        return await process.wait()
    }
}
