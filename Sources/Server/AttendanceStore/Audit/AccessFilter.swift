package import Attendance
import Postgres

/// A filter of the access log; nil: any.
package struct AccessFilter: Sendable, Equatable {
    /// The person who viewed or exported.
    package var viewer: PersonID?
    /// The person subject record it was, also if the access was to several records.
    package var subject: PersonID?
    package var from: Instant?
    /// Exclusive.
    package var before: Instant?

    package init(viewer: PersonID? = nil, subject: PersonID? = nil, from: Instant? = nil, before: Instant? = nil) {
        self.viewer = viewer
        self.subject = subject
        self.from = from
        self.before = before
    }
}
