/// The rules an office may set. The values here hold where it says nothing.
package struct AttendancePolicy: Sendable, Equatable {
    /// A session that nobody ended is over this long after its start, in elapsed seconds; nil is never.
    package var maximumSessionSeconds: Int64? = 57_600
    /// Whether a session that nobody ended is over at the next day boundary, if that comes first.
    package var closesAtBoundary = false
    package var attribution = Attribution.sessionStart
    /// A tap may be this far ahead of the server's clock.
    package var futureToleranceSeconds: Int64 = 120
    /// A tap may be this old when it arrives; nil is any age.
    package var maximumAgeSeconds: Int64? = 2_678_400
    /// A tap that arrives later than this is marked.
    package var lateFlagSeconds: Int64 = 900
    /// A second start or pause within this time is a double tap and no sign of a forgotten one.
    package var repeatWindowSeconds: Int64 = 300

    package init() {}

    /// To which working day the time of a session counts that goes on over a day boundary.
    package enum Attribution: String, Sendable, CaseIterable {
        /// All of it to the day of its start.
        case sessionStart = "session_start"
        /// To each day what lies in it.
        case split
    }

    /// Why a tap is put aside when it arrives, if it is. Its time is never adjusted.
    package func quarantine(of at: Instant, receivedAt: Instant) -> QuarantineReason? {
        if isFuture(at, receivedAt: receivedAt) { return .future }
        if let maximumAgeSeconds, receivedAt.milliseconds(since: at) > maximumAgeSeconds * 1000 { return .tooOld }
        return nil
    }

    /// Whether `at` lies further ahead of the server's clock than clocks go wrong.
    package func isFuture(_ at: Instant, receivedAt: Instant) -> Bool {
        at.milliseconds(since: receivedAt) > futureToleranceSeconds * 1000
    }
}
