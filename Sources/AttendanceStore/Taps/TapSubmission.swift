package import Attendance

/// A tap on its way into the log, with what is kept of how it came.
package struct TapSubmission: Sendable {
    package var tap: Tap
    /// The instant as it was reported, before normalisation.
    package var atSent: String
    /// Whether the instant is the server's own clock, because the sender gave none. A repetition is stamped anew, so the
    /// instant then says nothing of whether it is the same tap.
    package var isAtStamped: Bool
    /// The desk as it was reported, before normalisation.
    package var deskSent: String?
    /// The reader that saw the tag; nil for a phone.
    package var reader: Int64?
    /// The program that sent it.
    package var client: String?
    /// The server's clock when it came.
    package var receivedAt: Instant
    /// What the tag that was read proves; nil where nothing was said of it.
    package var finding: TagVerification?
    /// The offices from whose own networks it came just now.
    package var networkOf: Set<Int64> = []
    /// Whether its tag was tapped from another network a moment ago.
    package var isFromSecondNetwork = false
    /// Whether it was made with a badge before that was its owner's.
    package var isBeforeEnrolment = false
    /// The office whose people alone the reader may bring taps of; nil where it may those of others, too.
    package var onlyOffice: Int64?

    package init(
        tap: Tap, atSent: String, isAtStamped: Bool = false, deskSent: String?, reader: Int64?, client: String?,
        receivedAt: Instant, finding: TagVerification? = nil
    ) {
        self.tap = tap
        self.atSent = atSent
        self.isAtStamped = isAtStamped
        self.deskSent = deskSent
        self.reader = reader
        self.client = client
        self.receivedAt = receivedAt
        self.finding = finding
    }
}
