package import Attendance
import Postgres

/// An office's saved export layout.
package struct SavedLayout: Sendable, Equatable {
    package let name: String
    package let json: String
    /// The user name of the person who saved it.
    package let author: String
    package let at: Instant
}
