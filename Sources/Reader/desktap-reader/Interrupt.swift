import ArgumentParser
import Dispatch
import Foundation

/// Handling of Ctrl-C during a command.
struct Interrupt: Sendable {
    /// The exit status of a program that SIGINT ended, as in shells.
    private static let status = 128 + SIGINT

    private let continuation: AsyncStream<Void>.Continuation

    /// Cancels `body` at SIGINT and ends the program with status 130 after `body` has returned.
    /// - Parameter body: calls ``source()`` to handle SIGINT this way.
    static func ending(_ body: @escaping @Sendable (Interrupt) async throws -> Void) async throws {
        let (interrupts, continuation) = AsyncStream<Void>.makeStream()
        let isInterrupted = try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask {
                try await body(Interrupt(continuation: continuation))
                return false
            }
            group.addTask {
                for await _ in interrupts {}
                return !Task.isCancelled
            }
            defer { group.cancelAll() }
            return try await group.next() ?? false
        }
        guard isInterrupted else { return }
        FileHandle.standardError.write(Data("desktap-reader: Interrupted.\n".utf8))
        throw ExitCode(status)
    }

    /// Handles SIGINT when it has returned. A second SIGINT ends the program immediately.
    func source() async -> any DispatchSourceSignal {
        signal(SIGINT, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
        source.setEventHandler {
            signal(SIGINT, SIG_DFL)
            continuation.finish()
        }
        await withCheckedContinuation { registered in
            // The source is registered asynchronously. Until then, SIGINT is lost.
            source.setRegistrationHandler { registered.resume() }
            source.activate()
        }
        return source
    }
}
