/// The rules an office may set. The values here hold where it says nothing.
package struct AttendancePolicy: Sendable, Equatable {
    /// A session that nobody ended is over this long after its start, in elapsed seconds; nil is never.
    package var maximumSessionSeconds: Int64? = 57_600
    /// A tap may be this far ahead of the server's clock.
    package var futureToleranceSeconds: Int64 = 120
    /// A tap may be this old when it arrives; nil is any age.
    package var maximumAgeSeconds: Int64? = 2_678_400
    /// A second start or pause within this time is a double tap and no sign of a forgotten one.
    package var repeatWindowSeconds: Int64 = 300

    package init() {}

    /// Why a tap is put aside when it arrives, if it is. Its time is never adjusted.
    package func quarantine(of at: Instant, receivedAt: Instant) -> QuarantineReason? {
        let ahead = at.milliseconds(since: receivedAt)
        if ahead > futureToleranceSeconds * 1000 { return .future }
        if let maximumAgeSeconds, -ahead > maximumAgeSeconds * 1000 { return .tooOld }
        return nil
    }
}
