import Foundation
import ServiceLifecycle

/// Runs a command of the administrator's for each result: a display, a lamp, a voice. One at a time, in order; taps never wait
/// for it.
package struct ResultCommand: Service {
    private let command: String
    private let limit: Duration
    private let warn: @Sendable (String) -> Void
    private let results: AsyncStream<Feedback>
    private let tell: AsyncStream<Feedback>.Continuation

    /// Results that may wait for the command. Of more, the oldest is left out: what counts is what people see now.
    private static let mostWaiting = 16

    /// - Parameters:
    ///   - command: for `/bin/sh -c`.
    ///   - limit: how long it may run before it is killed, with all that it started.
    ///   - warn: is told what went wrong with it.
    package init(_ command: String, within limit: Duration = .seconds(5), warn: @escaping @Sendable (String) -> Void) {
        self.command = command
        self.limit = limit
        self.warn = warn
        (results, tell) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(Self.mostWaiting))
    }

    package func give(_ feedback: Feedback) {
        if case .dropped = tell.yield(feedback) { warn("The command of --on-result is too slow: a result was left out.") }
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
        // Standard output is for the reports.
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
                warn("The command of --on-result was ended by signal \(process.terminationStatus).")
            } else if process.terminationStatus != 0 {
                warn("The command of --on-result ended with status \(process.terminationStatus).")
            }
            return
        }
        // Foundation gives each program a process group of its own.
        kill(-id, SIGKILL)
        if !Task.isCancelled { warn("The command of --on-result took longer than \(limit / .seconds(1)) s and was ended.") }
    }

    /// With no signal blocked: a program inherits what the thread blocks, and threads of the concurrency runtime block most signals.
    /// The command could not be ended by SIGTERM otherwise.
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
        // The command needs no keys.
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

/// For logs: without the command, which may name secrets of its own.
extension ResultCommand: CustomStringConvertible {
    package var description: String { "ResultCommand" }
}
