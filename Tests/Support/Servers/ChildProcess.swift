import Foundation
import Postgres

/// A program that a test started. Its output goes to a file, so it never blocks on a full pipe.
package final class ChildProcess: Sendable {
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    private let arguments: [String]
    private let exit = Exit()
    package let id: Int32
    /// The file with standard output and standard error.
    package let outputPath: String

    /// Starts `arguments[0]`, which is searched in PATH if it contains no slash, in a process group of its own.
    ///
    /// Not with Foundation's `Process`, which detects the end of a process by a socket that the process holds. A process that
    /// another thread starts at the same time may inherit this socket, and then the end is detected when both have ended.
    /// - Parameters:
    ///   - folder: the folder for the output file.
    ///   - environment: added to the environment of the test; an empty value removes a variable.
    package init(
        _ arguments: [String], in folder: String, environment: [String: String] = [:]
    ) throws {
        self.arguments = arguments
        outputPath = folder + "/" + UUID().uuidString + ".log"
        let variables = ProcessInfo.processInfo.environment.merging(environment) { _, new in new }
            .filter { !$0.value.isEmpty }.map { "\($0)=\($1)" }
        id = try Self.spawn(arguments, output: outputPath, environment: variables)
        Thread { [id, exit] in exit.wait(for: id) }.start()
    }

    deinit { signal(SIGKILL) }

    /// posix_spawn_file_actions_addclosefrom_np, which glibc's module for Swift leaves out.
    private static let closeInChild = unsafeBitCast(
        dlsym(nil, "posix_spawn_file_actions_addclosefrom_np"),
        to: (@convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32).self)

    /// Returns the process id.
    private static func spawn(_ arguments: [String], output: String, environment: [String]) throws -> Int32 {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_APPEND, 0o644)
        posix_spawn_file_actions_adddup2(&actions, 1, 2)
        _ = closeInChild(&actions, 3)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // A child inherits the thread's blocked signals, and the test runner's threads block most: a shell would never get
        // SIGTERM.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP))
        // env searches in the PATH of the child.
        let argv = (["/usr/bin/env"] + arguments).map { strdup($0) } + [nil]
        let envp = environment.map { strdup($0) } + [nil]
        defer { for text in argv + envp { free(text) } }
        var id = pid_t()
        let code = posix_spawn(&id, "/usr/bin/env", &actions, &attributes, argv, envp)
        guard code == 0 else {
            throw Failure(description: "\(arguments) cannot be started: \(String(cString: strerror(code)))")
        }
        return id
    }

    package var isRunning: Bool { exit.isRunning }
    package var output: String { (try? String(contentsOfFile: outputPath, encoding: .utf8)) ?? "" }

    package func signal(_ signal: Int32) { exit.ifRunning { kill(id, signal) } }

    /// Waits for the end. Returns the exit status, or the negative number of the signal that ended the process.
    package func wait() async -> Int32 { await exit.status() }

    /// Waits for output that matches a regular expression.
    /// - Throws: ``Failure`` with the output, after `limit` or when the process ends.
    /// - Returns: the match.
    @discardableResult
    package func waitForOutput(_ pattern: String, within limit: Duration = .seconds(180)) async throws -> String {
        let deadline = ContinuousClock.now + limit
        while true {
            if let found = output.range(of: pattern, options: .regularExpression) { return String(output[found]) }
            guard isRunning, .now < deadline else {
                throw Failure(description: "no «\(pattern)» from \(arguments): \(output)")
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

    /// The end of the process, once it is known.
    private final class Exit: Sendable {
        private let state = Lock((status: Int32?.none, waiting: [CheckedContinuation<Int32, Never>]()))

        var isRunning: Bool { state.withLock { $0.status == nil } }

        /// Runs `body` while the process id cannot be given to another process.
        func ifRunning(_ body: () -> Void) { state.withLock { if $0.status == nil { body() } } }

        func status() async -> Int32 {
            await withCheckedContinuation { continuation in
                let known = state.withLock { state in
                    if state.status == nil { state.waiting.append(continuation) }
                    return state.status
                }
                if let known { continuation.resume(returning: known) }
            }
        }

        /// Blocks until the process ends.
        func wait(for id: Int32) {
            var info = siginfo_t()
            while waitid(P_PID, id_t(id), &info, WEXITED | WNOWAIT) != 0, errno == EINTR {}
            state.withLock { state in
                var code: Int32 = 0
                waitpid(id, &code, 0)
                let status = code & 0x7F == 0 ? code >> 8 & 0xFF : -(code & 0x7F)
                state.status = status
                for waiter in state.waiting { waiter.resume(returning: status) }
                state.waiting = []
            }
        }
    }
}
