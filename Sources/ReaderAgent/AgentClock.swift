package import Attendance
import Foundation

/// The agent's times, so that tests need not wait for them.
package struct AgentClock: Sendable {
    /// The instant now, and how many seconds local time is ahead of UTC then.
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
