package import Logging
package import Postgres
import ServiceLifecycle

/// Invalidates a server's ``AccessCache`` when keys, sessions, badges or people change in the database.
///
/// Normally the notification of a revocation arrives within milliseconds of its commit. A lost or silent connection is
/// noticed within four seconds and invalidates the cache, and so does every new connection. A change without a
/// notification is accepted for at most ``AccessCache/lifetime``.
package struct AccessListener: Service {
    /// The sum is the time until a silent connection is noticed.
    package static let limits = ListenLimits(pingAfter: .seconds(2), pingTimeout: .seconds(2))

    private let access: AccessCache
    private let configuration: PostgresConfiguration
    private let queries: PostgresQueryCatalog
    private let limits: ListenLimits
    private let logger: Logger

    /// - Parameter configuration: the listener opens a connection of its own.
    package init(
        access: AccessCache, _ configuration: PostgresConfiguration, queries: PostgresQueryCatalog,
        limits: ListenLimits = limits, logger: Logger
    ) {
        var configuration = configuration
        configuration.applicationName += " access"
        configuration.statementTimeout = limits.pingAfter
        configuration.answerGrace = limits.pingTimeout
        self.access = access
        self.configuration = configuration
        self.queries = queries
        self.limits = limits
        self.logger = logger
    }

    /// Listens until graceful shutdown, and reconnects after a lost connection.
    package func run() async throws {
        await cancelWhenGracefulShutdown {
            var repeatedErrors = RepeatedErrors()
            repeat {
                do {
                    try await listen()
                } catch {
                    access.invalidate()
                    guard !Task.isCancelled else { return }
                    let text = "notifications of revoked access are interrupted: \(error)"
                    if let text = repeatedErrors.logText(text, now: .now) { logger.warning("\(text)") }
                }
            } while (try? await Task.sleep(for: .milliseconds(.random(in: 200...400)))) != nil
        }
    }

    private func listen() async throws {
        try await PostgresConnection.withConnection(configuration, queries: queries, logger: logger) { connection in
            // The first call, without notifications, covers the changes since the last connection.
            try await connection.listen(on: [AccessChange.channel], limits: limits) { _ in access.invalidate() }
        }
    }
}

extension AccessListener: CustomStringConvertible {
    /// The service group logs its services.
    package var description: String { "AccessListener" }
}
