package import Attendance

/// The difference between this machine's clock and PostgreSQL's.
package struct ClockDifference: Sendable, Equatable {
    /// How far this machine's clock is certainly ahead: half of the query's round trip is subtracted. Negative: behind.
    package let milliseconds: Int64

    /// - Parameters:
    ///   - asked, answered: this machine's clock before and after the query of PostgreSQL's clock.
    package init(asked: Instant, database: Instant, answered: Instant) {
        let half = max(0, answered.milliseconds(since: asked) / 2)
        let difference = asked.milliseconds(since: database) + half
        milliseconds = difference > 0 ? max(0, difference - half) : min(0, difference + half)
    }

    /// More than 5 s: the server logs a warning.
    package var isNoticeable: Bool { abs(milliseconds) > 5_000 }
    /// More than 60 s: the server stops recording, because the times of taps would be wrong.
    package var isTooLarge: Bool { abs(milliseconds) > 60_000 }
}

extension ClockDifference: CustomStringConvertible {
    package var description: String { "\(abs(milliseconds) / 1000) s \(milliseconds > 0 ? "ahead of" : "behind") PostgreSQL's" }
}
