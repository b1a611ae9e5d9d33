import ArgumentParser
import Dispatch
import Foundation

/// Ctrl-C during a command that waits or works.
struct Interrupt: Sendable {
    /// The status of a program that SIGINT ended, as shells tell it.
    private static let status = 128 + SIGINT

    private let tell: AsyncStream<Void>.Continuation

    /// Cancels `body` at SIGINT and ends the program with status 130 once `body` is over.
    /// - Parameter body: takes ``source()`` if SIGINT shall be handled so.
    static func ending(_ body: @escaping @Sendable (Interrupt) async throws -> Void) async throws {
        let (interrupts, tell) = AsyncStream<Void>.makeStream()
        let isInterrupted = try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask {
                try await body(Interrupt(tell: tell))
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

    /// Handles SIGINT from now on. A second one ends the program at once.
    func source() -> any DispatchSourceSignal {
        signal(SIGINT, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
        source.setEventHandler {
            signal(SIGINT, SIG_DFL)
            tell.finish()
        }
        source.activate()
        return source
    }
}
