import Attendance
import Postgres

/// A user name that another person had so lately that readers may still hold taps that name them.
struct FreedUserName {
    let name: String
    /// Nil: as long as taps of any age are taken.
    let until: Instant?
}
