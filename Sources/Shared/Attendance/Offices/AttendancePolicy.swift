/// The rules of the record that an office can set, with their defaults: those of the columns of `office_settings`.
package struct AttendancePolicy: Sendable, Equatable {
    /// An open session is auto-closed this long after its start; nil: never.
    package var maximumSession: Duration? = .seconds(16 * 3600)
    /// Whether an open session is auto-closed at the next day boundary, if that is earlier.
    package var closesAtBoundary = false
    package var attribution = Attribution.sessionStart
    /// A tap that is further ahead of the server's clock is quarantined.
    package var futureTolerance: Duration = .seconds(120)
    /// A tap that is older on arrival is quarantined; nil: no limit.
    package var maximumAge: Duration? = usualMaximumAge
    package static let usualMaximumAge = Duration.seconds(31 * 86_400)
    /// A tap that arrives later than this gets the flag `late`.
    package var lateAfter: Duration = .seconds(900)
    /// A repeated start or pause within this time is a double tap. A later one hints at a missing tap in between.
    package var repeatWindow: Duration = .seconds(300)

    package init() {}

    /// The working day of a session that crosses a day boundary.
    package enum Attribution: String, Sendable, CaseIterable {
        /// The whole session counts for the day of its start.
        case sessionStart = "session_start"
        /// The session is cut at every day boundary.
        case split
    }

    /// Whether `at` is further ahead of the server's clock than ``futureTolerance``.
    package func isFuture(_ at: Instant, receivedAt: Instant) -> Bool {
        at - receivedAt > futureTolerance
    }
}
