package import Attendance
package import Logging
import ServiceLifecycle

/// Reads what all people worked once after the start, so that the first page of balances does not wait for it.
package struct WorkReader: Service {
    private let store: AttendanceStore
    private let settled: SettledWork
    private let zones: TimeZoneDatabase
    private let logger: Logger
    private let now: @Sendable () -> Instant

    package init(
        store: AttendanceStore, settled: SettledWork, zones: TimeZoneDatabase, logger: Logger,
        now: @escaping @Sendable () -> Instant
    ) {
        (self.store, self.settled, self.zones, self.logger, self.now) = (store, settled, zones, logger, now)
    }

    package func run() async throws {
        await cancelWhenGracefulShutdown {
            do {
                try await store.balances.readWork(settled, asOf: now(), zones: zones)
            } catch  where Task.isCancelled || StoreError.isUnavailability(error) {
                // The first page reads it.
            } catch {
                logger.error("the work of all people could not be read: \(error)")
            }
        }
        // The end of a service ends the server.
        try? await gracefulShutdown()
    }
}
