import Attendance
import AttendanceStore
import Logging
import ServiceLifecycle

/// Logs the ``SecurityEvents`` and stores wrong passwords, once a minute if there are any.
package struct SecurityEventWriter: Service, CustomStringConvertible {
    private static let pause: Duration = .seconds(60)

    let events: SecurityEvents
    let store: PasswordStore
    let passwords: PasswordAuthenticator
    let logger: Logger
    let now: @Sendable () -> Instant

    /// For the log, which lists all services. It must not contain the server's settings.
    package var description: String { "SecurityEventWriter" }

    package func run() async throws {
        await cancelWhenGracefulShutdown {
            while (try? await Task.sleep(for: Self.pause)) != nil { await write() }
        }
        await write()
    }

    func write() async {
        if let line = events.takeLine() { logger.notice("refused requests: \(line)") }
        do {
            try await store.noteFailures(passwords.takeFailures(), now: now())
        } catch {
            logger.warning("cannot store wrong passwords: \(error)")
        }
    }
}
