import Foundation
import ServiceLifecycle

/// Runs an administrator's command for each result, for example for a display, a lamp or speech. One command runs at a time,
/// in order. Taps never wait for it.
package struct ResultCommand: Service {
    /// The default time limit of a command.
    package static let timeLimit = Duration.seconds(5)

    private let command: String
    private let limit: Duration
    private let warn: @Sendable (String) -> Void
    private let results: AsyncStream<Feedback>
    private let continuation: AsyncStream<Feedback>.Continuation

    /// The maximum number of waiting results. Beyond it the oldest is dropped, because the newest result matters to people.
    private static let maxWaiting = 16

    /// - Parameters:
    ///   - command: a command for `/bin/sh -c`.
    ///   - limit: the time limit, after which the command and all processes that it started are killed.
    ///   - warn: gets a sentence about each failure of the command.
    package init(_ command: String, within limit: Duration = timeLimit, warn: @escaping @Sendable (String) -> Void) {
        self.command = command
        self.limit = limit
        self.warn = warn
        (results, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(Self.maxWaiting))
    }

    package func enqueue(_ feedback: Feedback) {
        if case .dropped = continuation.yield(feedback) {
            warn("The command of --on-result is too slow: a result was skipped.")
        }
    }

    package func run() async throws {
        await cancelWhenGracefulShutdown {
            for await feedback in results { await execute(feedback) }
        }
    }

    private func execute(_ feedback: Feedback) async {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", command]
        process.environment = Self.environment(for: feedback)
        process.standardInput = FileHandle.nullDevice
        // Standard output is reserved for the reports.
        process.standardOutput = FileHandle.standardError
        let (ends, ended) = AsyncStream<Void>.makeStream()
        process.terminationHandler = { _ in ended.finish() }
        do {
            try Self.start(process)
        } catch {
            warn("The command of --on-result cannot be started: \(error.localizedDescription)")
            return
        }
        let id = process.processIdentifier
        let isOver = await withTaskGroup(of: Bool.self) { group in
            group.addTask {
                for await _ in ends {}
                return !Task.isCancelled
            }
            group.addTask {
                try? await Task.sleep(for: limit)
                return false
            }
            defer { group.cancelAll() }
            return await group.next() ?? false
        }
        guard !isOver else {
            if process.terminationReason == .uncaughtSignal {
                warn("The command of --on-result was terminated by signal \(process.terminationStatus).")
            } else if process.terminationStatus != 0 {
                warn("The command of --on-result ended with status \(process.terminationStatus).")
            }
            return
        }
        // Foundation creates a process group for each process.
        kill(-id, SIGKILL)
        if !Task.isCancelled { warn("The command of --on-result took longer than \(limit / .seconds(1)) s and was killed.") }
    }

    /// Starts the process without blocked signals. A process inherits the signal mask of its thread, and threads of the
    /// concurrency runtime block most signals, so SIGTERM would not end the command.
    private static func start(_ process: Process) throws {
        var none = sigset_t()
        var blocked = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &blocked)
        defer { pthread_sigmask(SIG_SETMASK, &blocked, nil) }
        try process.run()
    }

    private static func environment(for feedback: Feedback) -> [String: String] {
        var environment = ProcessInfo.processInfo.environment
        // Keys are not passed to the command.
        for key in environment.keys where key.hasPrefix("DESKTAP_READER_") { environment[key] = nil }
        environment["DESKTAP_OUTCOME"] = feedback.outcome.rawValue
        environment["DESKTAP_MESSAGE"] = feedback.message
        environment["DESKTAP_USER"] = feedback.tap?.person.user ?? ""
        environment["DESKTAP_DESK"] = feedback.tap?.desk?.description ?? ""
        environment["DESKTAP_EVENT"] = feedback.tap?.kind.rawValue ?? ""
        environment["DESKTAP_WAITING"] = feedback.waiting.map(String.init) ?? ""
        return environment
    }
}

/// For logs, without the command, which may contain secrets.
extension ResultCommand: CustomStringConvertible {
    package var description: String { "ResultCommand" }
}
