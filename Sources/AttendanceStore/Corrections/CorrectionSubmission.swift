package import Attendance

/// What an authorised person says about taps, on its way into the log. Whether they may is decided before.
package struct CorrectionSubmission: Sendable {
    /// An addition or a correction; a tap has a way of its own.
    package var record: LogRecord
    /// The instant of an addition or an amendment as it was written, before normalisation.
    package var atSent: String?
    /// The desk as it was written.
    package var deskSent: String?
    /// The server's clock when it came.
    package var receivedAt: Instant

    package init(_ record: LogRecord, atSent: String? = nil, deskSent: String? = nil, receivedAt: Instant) {
        self.record = record
        self.atSent = atSent
        self.deskSent = deskSent
        self.receivedAt = receivedAt
    }

    var justification: Justification? {
        switch record {
        case .tap: nil
        case .add(_, let justification): justification
        case .correction(let correction): correction.justification
        }
    }
}
