package import Attendance
import Postgres

/// A person whose records are not erased, even if their retention has ended.
package struct LegalHold: Sendable, Equatable {
    package let person: PersonID
    package let userName: String
    package let reason: String
    package let since: Instant
}
