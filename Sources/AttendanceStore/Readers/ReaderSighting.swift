import Attendance
import Postgres

/// A reader's last visit to this server.
struct ReaderSighting: Sendable, Equatable {
    var at: Instant
    var clockAhead: Int64?
}
