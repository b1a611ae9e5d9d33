package import Attendance

/// An addition or a correction to be recorded. The caller checks the author's permission.
package struct CorrectionSubmission: Sendable {
    /// Never a tap: ``TapSubmission`` submits taps.
    package var record: LogRecord
    /// The text of the instant as sent.
    package var atSent: String?
    /// The text of the desk as sent.
    package var deskSent: String?
    /// By the server's clock.
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
