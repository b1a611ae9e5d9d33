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
    /// What it last said about itself.
    package let status: ReaderStatus

    /// The largest difference at which a clock counts as right.
    package static let clockTolerance = Duration.seconds(30)
}

extension ListedReader {
    /// Reads a row of `readers`.
    init(_ row: PostgresRow) throws {
        reader = try Reader(row)
        previousKeyUntil = try row.instantIfPresent("previous_until")
        revokedAt = try row.instantIfPresent("revoked_at")
        lastSeenAt = try row.instantIfPresent("last_seen_at")
        status = ReaderStatus(
            clockAhead: try row.getIfPresent("clock_ahead_s", as: Int64.self).map { .seconds($0) },
            waitingTaps: try row.getIfPresent("waiting_taps", as: Int64.self).map(Int.init))
    }
}
