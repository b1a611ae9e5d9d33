import Attendance

/// A reader's latest request to this server.
package struct ReaderSighting: Sendable, Equatable {
    var at: Instant
    var status: ReaderStatus
}
