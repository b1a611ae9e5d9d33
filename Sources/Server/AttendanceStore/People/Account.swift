package import Attendance
import Postgres

/// The account of a current or former employee, as administrators see it.
package struct Account: Sendable, Equatable {
    package let person: Person
    package let officeName: String
    package let team: TeamID?
    package let teamName: String?
    package let details: PersonDetails
    /// The day at whose end the person leaves, in the future; nil: not set.
    package let lastDay: CivilDate?
    /// Nil for a current employee.
    package let leftAt: Instant?

    init(_ row: PostgresRow) throws {
        person = try Person(row)
        officeName = try row.get("office_name")
        team = try row.getIfPresent("team_id")
        teamName = try row.getIfPresent("team_name")
        details = try PersonDetails(row)
        lastDay = try row.dayIfPresent("last_day")
        leftAt = try row.instantIfPresent("left_at")
    }
}
