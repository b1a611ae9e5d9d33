package import Attendance
import Postgres

/// Which accesses are looked at. What is nil is not looked at.
package struct AccessFilter: Sendable, Equatable {
    /// Who read.
    package var viewer: Int64?
    /// Whose record, also where it was one of many.
    package var subject: Int64?
    package var from: Instant?
    /// The first instant that is too late.
    package var before: Instant?

    package init(viewer: Int64? = nil, subject: Int64? = nil, from: Instant? = nil, before: Instant? = nil) {
        self.viewer = viewer
        self.subject = subject
        self.from = from
        self.before = before
    }
}
