import Foundation

/// A program that a test started. Its output goes to a file, so it never blocks on a full pipe.
package final class ChildProcess: Sendable {
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    private let process: Process
    private let exit: Exit
    /// The file with standard output and standard error.
    package let outputPath: String

    /// Starts `arguments[0]`, which is searched in PATH if it contains no slash.
    /// - Parameters:
    ///   - folder: the folder for the output file.
    ///   - environment: added to the environment of the test; an empty value removes a variable.
    package init(
        _ arguments: [String], in folder: String, environment: [String: String] = [:]
    ) throws {
        outputPath = folder + "/" + UUID().uuidString + ".log"
        guard FileManager.default.createFile(atPath: outputPath, contents: nil),
            let output = FileHandle(forWritingAtPath: outputPath)
        else { throw Failure(description: "cannot write \(outputPath)") }
        process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment
            .merging(environment) { _, new in new }.filter { !$0.value.isEmpty }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = output
        let exit = Exit()
        self.exit = exit
        process.terminationHandler = { process in
            let status = process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
            Task { await exit.happened(status) }
        }
        try Self.unblockingSignals { try process.run() }
    }

    /// Unblocks all signals during `body`. A child inherits the thread's blocked signals, and the test runner's threads block
    /// most: a shell would never get SIGTERM.
    private static func unblockingSignals(_ body: () throws -> Void) rethrows {
        var none = sigset_t()
        var blocked = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &blocked)
        defer { pthread_sigmask(SIG_SETMASK, &blocked, nil) }
        try body()
    }

    deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

    package var id: Int32 { process.processIdentifier }
    package var isRunning: Bool { process.isRunning }
    package var output: String { (try? String(contentsOfFile: outputPath, encoding: .utf8)) ?? "" }

    package func signal(_ signal: Int32) { kill(process.processIdentifier, signal) }

    /// Waits for the end. Returns the exit status, or the negative number of the signal that ended the process.
    package func wait() async -> Int32 { await exit.status }

    /// Waits for output that matches a regular expression.
    /// - Throws: ``Failure`` with the output, after `limit` or when the process ends.
    /// - Returns: the match.
    @discardableResult
    package func waitForOutput(_ pattern: String, within limit: Duration = .seconds(180)) async throws -> String {
        let deadline = ContinuousClock.now + limit
        while true {
            if let found = output.range(of: pattern, options: .regularExpression) { return String(output[found]) }
            guard isRunning, .now < deadline else {
                throw Failure(description: "no «\(pattern)» from \(process.arguments ?? []): \(output)")
            }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    /// Runs a program to its end.
    /// - Throws: ``Failure`` with the output if the status is not 0.
    @discardableResult
    package static func run(
        _ arguments: [String], in folder: String = NSTemporaryDirectory(), environment: [String: String] = [:]
    ) async throws -> String {
        let process = try ChildProcess(arguments, in: folder, environment: environment)
        let status = await process.wait()
        let output = process.output
        try? FileManager.default.removeItem(atPath: process.outputPath)
        guard status == 0 else { throw Failure(description: "\(arguments) ended with \(status): \(output)") }
        return output
    }

    private actor Exit {
        private var known: Int32?
        private var waiting: [CheckedContinuation<Int32, Never>] = []

        var status: Int32 {
            get async {
                if let known { return known }
                return await withCheckedContinuation { waiting.append($0) }
            }
        }

        func happened(_ status: Int32) {
            known = status
            for waiter in waiting { waiter.resume(returning: status) }
            waiting = []
        }
    }
}
