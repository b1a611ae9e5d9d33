package import Attendance
import Foundation

/// The clock of the agent. Tests replace it to avoid waiting.
package struct AgentClock: Sendable {
    /// The current instant, and the offset of local time from UTC in seconds.
    package var now: @Sendable () -> (instant: Instant, offset: Int)
    package var uptime: @Sendable () -> ContinuousClock.Instant
    package var sleep: @Sendable (Duration) async throws -> Void

    package init(
        now: @escaping @Sendable () -> (instant: Instant, offset: Int) = Self.systemTime,
        uptime: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.now = now
        self.uptime = uptime
        self.sleep = sleep
    }

    @Sendable package static func systemTime() -> (instant: Instant, offset: Int) {
        let date = Date.now
        let instant = Instant(millisecondsSince1970: Int64((date.timeIntervalSince1970 * 1000).rounded(.down)))
        return (instant, TimeZone.current.secondsFromGMT(for: date))
    }
}
