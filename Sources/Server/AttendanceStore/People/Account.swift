package import Attendance
import Postgres

/// The account of a current or former employee, as administrators see it.
package struct Account: Sendable, Equatable {
    package let person: Person
    package let officeName: String
    package let team: TeamID?
    package let teamName: String?
    package let details: PersonDetails
    /// The day at whose end the person leaves; nil: not set, or the person has left.
    package let lastDay: CivilDate?
    /// Nil for a current employee.
    package let leftAt: Instant?

    /// A later last day is a mistyped one.
    package static func latestLastDay(from today: CivilDate) -> CivilDate { today.adding(days: 3653) }

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
