import Attendance

extension Instant {
    /// The time until the next instant at this second of a day in UTC, in whole seconds. A day if it is now.
    func timeUntil(secondOfDay second: Int64) -> Duration {
        let day: Int64 = 86_400
        return .seconds(day - ((seconds - second) % day + day) % day)
    }

    /// The same with up to ten minutes more, at random, so that servers that share a database do not start at once.
    func timeUntilSoon(after second: Int64) -> Duration {
        timeUntil(secondOfDay: second) + .seconds(Int64.random(in: 0..<600))
    }
}
