package import Attendance
package import FoundationEssentials
import Postgres

/// Another person's correction or addition in a person's record that the person has not seen yet.
package struct NewCorrection: Sendable, Equatable {
    /// The corrected event, or the addition.
    package let event: UUID
    /// The display name of its author.
    package let author: String
    package let reason: String?
    package let receivedAt: Instant

    init(_ row: PostgresRow) throws {
        event = try row.get("event_id")
        author = try row.get("author")
        reason = try row.getIfPresent("reason")
        receivedAt = try row.instant("received_at")
    }
}
