package import Attendance

/// How far this machine's clock is ahead of PostgreSQL's.
package struct ClockDifference: Sendable, Equatable {
    /// What is certain of it: half of the question's round trip is taken off. Below zero: this machine's clock is behind.
    package let milliseconds: Int64

    /// - Parameters:
    ///   - asked, answered: this machine's clock before and after PostgreSQL was asked for its own.
    package init(asked: Instant, database: Instant, answered: Instant) {
        let half = max(0, answered.milliseconds(since: asked) / 2)
        let difference = asked.milliseconds(since: database) + half
        milliseconds = difference > 0 ? max(0, difference - half) : min(0, difference + half)
    }

    /// Beyond 5 s the server's log warns.
    package var isNoticeable: Bool { abs(milliseconds) > 5_000 }
    /// Beyond 60 s the server records nothing: a tap's time would be wrong.
    package var isTooLarge: Bool { abs(milliseconds) > 60_000 }
}

extension ClockDifference: CustomStringConvertible {
    package var description: String { "\(abs(milliseconds) / 1000) s \(milliseconds > 0 ? "ahead of" : "behind") PostgreSQL's" }
}
