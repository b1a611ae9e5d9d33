package import Attendance
import Postgres

/// A filter of the access log; nil: any.
package struct AccessFilter: Sendable, Equatable {
    /// The person who viewed or exported.
    package var viewer: Int64?
    /// The person whose record it was, also if the access was to several records.
    package var subject: Int64?
    package var from: Instant?
    /// Exclusive.
    package var before: Instant?

    package init(viewer: Int64? = nil, subject: Int64? = nil, from: Instant? = nil, before: Instant? = nil) {
        self.viewer = viewer
        self.subject = subject
        self.from = from
        self.before = before
    }
}
