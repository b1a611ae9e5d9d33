package import Attendance
import Postgres

/// A badge in use. What it is read by is not known: the database has only a keyed hash of it.
package struct Badge: Sendable, Equatable {
    package let id: Int64
    package let kind: BadgeKind
    package let enrolledAt: Instant
    /// Where it was enrolled; nil once that is forgotten.
    package let reader: String?
    package let userName: String
    package let displayName: String

    init(_ row: PostgresRow) throws {
        id = try row.get(0)
        kind = try row.choice(1)
        enrolledAt = try row.instant(2)
        reader = try row.getIfPresent(3)
        userName = try row.get(4)
        displayName = try row.get(5)
    }
}
