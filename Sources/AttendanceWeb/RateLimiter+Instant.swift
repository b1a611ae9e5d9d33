import Attendance
import WebServer

extension RateLimiter {
    /// ``take(_:count:now:)`` with an instant.
    func take(_ demands: [Demand], count: Int = 1, now: Instant) -> Duration? {
        take(demands, count: count, now: .milliseconds(now.millisecondsSince1970))
    }
}
