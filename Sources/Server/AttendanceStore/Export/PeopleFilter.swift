package import Attendance
import Postgres

/// Selects the people who match all given values. An empty filter selects all people.
package struct PeopleFilter: Sendable, Equatable {
    /// The office that the people belong to, not the offices where they worked.
    package var office: OfficeID?
    package var team: TeamID?
    /// User names; empty: any.
    package var users: [String]

    package init(office: OfficeID? = nil, team: TeamID? = nil, users: [String] = []) {
        self.office = office
        self.team = team
        self.users = users
    }

    package var isEverybody: Bool { self == PeopleFilter() }
}
