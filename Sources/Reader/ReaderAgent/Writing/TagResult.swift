package import Attendance

/// The result of one line of a list of tags.
package struct TagResult: Sendable, Equatable {
    package enum Outcome: String, Sendable {
        case written
        /// The tag already held this address.
        case unchanged
        /// Written with a certificate and confirmed to the server.
        case provisioned
        /// The tag signs its address, which the server has checked.
        case signing
        /// Written without a certificate. Its UID is registered on the server.
        case registered
    }

    package var entry: TagListEntry
    package var uid: UID
    package var outcome: Outcome
    /// The time, RFC 3339.
    package var time: String

    package init(entry: TagListEntry, uid: UID, outcome: Outcome, time: String) {
        self.entry = entry
        self.uid = uid
        self.outcome = outcome
        self.time = time
    }
}
