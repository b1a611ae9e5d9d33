package import Attendance
import Postgres

/// What an administrator sees of a reader.
package struct ListedReader: Sendable, Equatable {
    package let reader: Reader
    /// Until when the key before its own is good; nil where there was none.
    package let previousKeyUntil: Instant?
    /// When its key was taken back.
    package let revokedAt: Instant?
    /// When it came last, if it did.
    package let lastSeenAt: Instant?
    /// Seconds that its clock was ahead of the server's when it last brought taps; below zero: behind. Nil if not known.
    package let clockAhead: Int64?

    /// Seconds that a clock may be off without being wrong.
    package static let clockTolerance: Int64 = 30
}
