import Attendance
import Postgres

/// A reader's latest request to this server, and the difference of its clock in whole seconds.
struct ReaderSighting: Sendable, Equatable {
    var at: Instant
    var clockAhead: Duration?
}
