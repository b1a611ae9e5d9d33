package import Attendance
import Postgres

/// Which columns an office wants of an export, as its file says it.
package struct SavedLayout: Sendable, Equatable {
    package let name: String
    package let json: String
    /// The user name of whoever saved it.
    package let author: String
    package let at: Instant
}
