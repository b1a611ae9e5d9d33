/// The rules of the record that an office can set, with their defaults.
package struct AttendancePolicy: Sendable, Equatable {
    /// An open session is auto-closed this many elapsed seconds after its start; nil: never.
    package var maximumSessionSeconds: Int64? = 57_600
    /// Whether an open session is auto-closed at the next day boundary, if that is earlier.
    package var closesAtBoundary = false
    package var attribution = Attribution.sessionStart
    /// A tap that is further ahead of the server's clock is quarantined.
    package var futureToleranceSeconds: Int64 = 120
    /// A tap that is older on arrival is quarantined; nil: no limit.
    package var maximumAgeSeconds: Int64? = 2_678_400
    /// A tap that arrives later than this gets the flag `late`.
    package var lateFlagSeconds: Int64 = 900
    /// A repeated start or pause within this time is a double tap. A later one hints at a missing tap in between.
    package var repeatWindowSeconds: Int64 = 300

    package init() {}

    /// The working day of a session that crosses a day boundary.
    package enum Attribution: String, Sendable, CaseIterable {
        /// The whole session counts for the day of its start.
        case sessionStart = "session_start"
        /// The session is cut at every day boundary.
        case split
    }

    /// Why a tap is quarantined on arrival; nil: it is not. Its time is never adjusted.
    package func quarantine(of at: Instant, receivedAt: Instant) -> QuarantineReason? {
        if isFuture(at, receivedAt: receivedAt) { return .future }
        if let maximumAgeSeconds, receivedAt.milliseconds(since: at) > maximumAgeSeconds * 1000 { return .tooOld }
        return nil
    }

    /// Whether `at` is further ahead of the server's clock than ``futureToleranceSeconds``.
    package func isFuture(_ at: Instant, receivedAt: Instant) -> Bool {
        at.milliseconds(since: receivedAt) > futureToleranceSeconds * 1000
    }
}
