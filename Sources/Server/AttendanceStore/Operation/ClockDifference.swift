package import Attendance

/// The difference between this machine's clock and PostgreSQL's.
package struct ClockDifference: Sendable, Equatable {
    /// How far this machine's clock is certainly ahead: half of the query's round trip is subtracted. Negative: behind.
    package let ahead: Duration

    /// - Parameters:
    ///   - asked, answered: this machine's clock before and after the query of PostgreSQL's clock.
    package init(asked: Instant, database: Instant, answered: Instant) {
        let half: Duration = max(.zero, .milliseconds((answered - asked).milliseconds / 2))
        let difference = asked - database + half
        ahead = difference > .zero ? max(.zero, difference - half) : min(.zero, difference + half)
    }

    /// More than 5 s: the server logs a warning.
    package var isNoticeable: Bool { ahead.magnitude > .seconds(5) }
    /// More than 60 s: the server stops recording, because the times of taps would be wrong.
    package var isTooLarge: Bool { ahead.magnitude > .seconds(60) }
}

extension ClockDifference: CustomStringConvertible {
    package var description: String {
        "\(ahead.magnitude.components.seconds) s \(ahead > .zero ? "ahead of" : "behind") PostgreSQL's"
    }
}
