package import Attendance

/// A valid tap to be recorded, with its circumstances.
package struct TapSubmission: Sendable {
    /// The allowed difference between a device's clock and the server's, and the largest age of a person's tap. `send.js` and
    /// the words `tap.kept` say the same two minutes.
    package static let clockTolerance = Duration.seconds(120)

    package var tap: Tap
    /// The tap as it was reported, before normalisation.
    package var report: TapReport
    /// The reader; nil for a phone.
    package var reader: ReaderID?
    /// The program that sent it, or ``TapClient/withoutTag``.
    package var client: String?
    /// The server's clock on arrival.
    package var receivedAt: Instant
    /// What the tag proves; nil if the sender reported no tag.
    package var verification: TagVerification?
    /// The offices whose own networks contain the phone's address.
    package var networkOf: Set<OfficeID> = []
    /// Whether the tag was tapped from another network within the last minute.
    package var isFromSecondNetwork = false
    /// Whether the badge was enrolled after the tap.
    package var isBeforeEnrolment = false
    /// The only office whose people the reader may tap for; nil: no such limit.
    package var onlyOffice: OfficeID?

    /// Whether it was made on the own page. Such a tap does not show where the person is.
    var isWithoutTag: Bool { client == TapClient.withoutTag }

    /// The earliest time at which the tap can have been made. A phone's tap may have no time of its own but that of its arrival, which is
    /// later than the reading of the tag by the time that the page took, the sign-in included.
    var earliest: Instant { reader == nil ? min(tap.at, receivedAt - Self.clockTolerance) : tap.at }

    package init(
        _ tap: Tap, of report: TapReport, reader: ReaderID? = nil, client: String? = nil, receivedAt: Instant
    ) {
        self.tap = tap
        self.report = report
        self.reader = reader
        self.client = client
        self.receivedAt = receivedAt
    }
}
