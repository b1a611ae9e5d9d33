package import Attendance
import Postgres

/// Somebody who works here or did, as administrators see them.
package struct Account: Sendable, Equatable {
    package let person: Person
    package let officeName: String
    package let team: Int64?
    package let teamName: String?
    /// Nil while they work here.
    package let leftAt: Instant?

    init(_ row: PostgresRow) throws {
        person = try Person(row)
        officeName = try row.get(5)
        team = try row.getIfPresent(6)
        teamName = try row.getIfPresent(7)
        leftAt = try row.instantIfPresent(8)
    }
}
