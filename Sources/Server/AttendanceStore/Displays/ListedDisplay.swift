package import Attendance
import Postgres

/// A wall display as administrators see it.
package struct ListedDisplay: Sendable, Equatable {
    package let display: Display
    package let officeName: String
    /// When a browser was last enrolled; nil: never.
    package let enrolledAt: Instant?
    /// When its key was revoked; nil: it is not revoked.
    package let revokedAt: Instant?
    /// When its enrolment link expires or expired; nil: it has no link, or the link was used.
    package let linkExpiresAt: Instant?
}

extension ListedDisplay {
    /// Reads a row of `displays`.
    init(_ row: PostgresRow) throws {
        self.init(
            display: try Display(row), officeName: try row.get("office_name"),
            enrolledAt: try row.instantIfPresent("enrolled_at"), revokedAt: try row.instantIfPresent("revoked_at"),
            linkExpiresAt: try row.instantIfPresent("link_expires_at"))
    }
}
