package import Attendance
import Postgres

/// A badge in use. The database has only a keyed hash of the badge's identifier.
package struct Badge: Sendable, Equatable {
    package let id: BadgeID
    package let kind: BadgeKind
    package let enrolledAt: Instant
    /// The reader at which it was enrolled; nil after location data was deleted.
    package let reader: String?
    package let userName: String
    package let displayName: String

    init(_ row: PostgresRow) throws {
        id = try row.get("id")
        kind = try row.choice("kind")
        enrolledAt = try row.instant("enrolled_at")
        reader = try row.getIfPresent("reader")
        userName = try row.get("user_name")
        displayName = try row.get("display_name")
    }
}
