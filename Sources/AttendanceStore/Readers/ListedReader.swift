package import Attendance
import Postgres

/// A reader as administrators see it.
package struct ListedReader: Sendable, Equatable {
    package let reader: Reader
    /// The end of the previous key's validity; nil: there is no previous key.
    package let previousKeyUntil: Instant?
    /// When its keys were revoked; nil: they are valid.
    package let revokedAt: Instant?
    /// When it last sent a request; nil: never.
    package let lastSeenAt: Instant?
    /// How far its clock was ahead of the server's when it last sent taps; negative: behind; nil: unknown.
    package let clockAhead: Duration?

    /// The largest difference at which a clock counts as right.
    package static let clockTolerance = Duration.seconds(30)
}
