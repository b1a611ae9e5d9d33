package import Attendance
package import Logging
import ServiceLifecycle

/// Erases due records every night. It runs in each server process: one process erases, and the others find nothing due.
package struct RetentionJob: Service {
    /// Seconds after midnight, UTC.
    private static let hour: Int64 = 2 * 3600 + 30 * 60

    private let retention: RetentionStore
    private let zones: TimeZoneDatabase
    private let logger: Logger
    private let now: @Sendable () -> Instant

    package init(
        retention: RetentionStore, zones: TimeZoneDatabase, logger: Logger, now: @escaping @Sendable () -> Instant
    ) {
        self.retention = retention
        self.zones = zones
        self.logger = logger
        self.now = now
    }

    package func run() async throws {
        await cancelWhenGracefulShutdown {
            while true {
                do {
                    try await Task.sleep(for: now().timeUntilSoon(after: Self.hour))
                } catch {
                    return
                }
                await eraseDueRecords()
            }
        }
    }

    /// The time until the next 02:30 UTC, in whole seconds.
    package static func timeToNight(from now: Instant) -> Duration { now.timeUntil(secondOfDay: hour) }

    /// The day, in UTC, of the first night after an instant.
    static func night(after instant: Instant) -> CivilDate {
        CivilDate(daysSince1970: (instant + timeToNight(from: instant)).seconds / 86_400)
    }

    private func eraseDueRecords() async {
        do {
            let entries = try await retention.forgetLogs(now: now())
            if entries > 0 { logger.notice("erased \(entries) due log entries and revoked keys") }
            for report in try await retention.runRetention(now: now(), zones: zones) ?? [] {
                let office = report.retention.officeName
                if report.firstKept == nil {
                    logger.warning(
                        "no retention period is set for '\(office)': set it at /admin/retention or with 'desktap retention set'"
                    )
                } else if report.count > 0 {
                    logger.notice("erased the \(report.part.rawValue) of \(report.count) records of '\(office)'")
                }
            }
        } catch {
            logger.error("retention failed and is retried tomorrow: \(error)")
        }
    }
}
