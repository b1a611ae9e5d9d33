package import Attendance
package import Logging
import ServiceLifecycle

/// Erases every night what is due. Each server process has one; of them one does the work, and the others find it done.
package struct RetentionJob: Service {
    /// Seconds after midnight, UTC.
    private static let hour: Int64 = 2 * 3600 + 30 * 60

    private let store: AttendanceStore
    private let zones: TimeZoneDatabase
    private let logger: Logger
    private let now: @Sendable () -> Instant

    package init(
        store: AttendanceStore, zones: TimeZoneDatabase, logger: Logger, now: @escaping @Sendable () -> Instant
    ) {
        self.store = store
        self.zones = zones
        self.logger = logger
        self.now = now
    }

    package func run() async throws {
        await cancelWhenGracefulShutdown {
            while true {
                do {
                    // Servers that share a database do not all begin in the same second.
                    try await Task.sleep(for: .seconds(Self.secondsToNight(from: now())) + .seconds(Int64.random(in: 0..<600)))
                } catch {
                    return
                }
                await eraseWhatIsDue()
            }
        }
    }

    /// Until the next half past two, UTC.
    package static func secondsToNight(from now: Instant) -> Int64 {
        let sinceNight = ((now.seconds - hour) % 86_400 + 86_400) % 86_400
        return 86_400 - sinceNight
    }

    private func eraseWhatIsDue() async {
        do {
            let entries = try await store.retention.forgetLogs(now: now())
            if entries > 0 { logger.notice("erased \(entries) entries of logs and revoked keys that were due") }
            for report in try await store.retention.runRetention(now: now(), zones: zones) ?? [] {
                let office = report.retention.officeName
                if report.firstKept == nil {
                    logger.warning("how long '\(office)' keeps records is not set: see 'desktap retention set'")
                } else if report.count > 0 {
                    logger.notice("erased the \(report.part.rawValue) of \(report.count) records of '\(office)'")
                }
            }
        } catch {
            logger.error("the retention was not carried out, and is tried again tomorrow: \(error)")
        }
    }
}
