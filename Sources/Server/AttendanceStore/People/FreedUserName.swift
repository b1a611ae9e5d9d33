import Attendance
import Postgres

/// A user name that belonged to another person so recently that readers may still hold taps for that person.
struct FreedUserName {
    let name: String
    /// The end of the reservation; nil: it does not end while an office accepts taps of any age.
    let until: Instant?
}
