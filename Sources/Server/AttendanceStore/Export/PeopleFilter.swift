package import Attendance
import Postgres

/// Selects the people who match all given values. An empty filter selects all people.
package struct PeopleFilter: Sendable, Equatable {
    /// The offices to one of which the people belong, not those where they worked; nil: any.
    package var offices: [OfficeID]?
    package var team: TeamID?
    /// User names; empty: any.
    package var users: [String]

    package init(offices: [OfficeID]? = nil, team: TeamID? = nil, users: [String] = []) {
        self.offices = offices
        self.team = team
        self.users = users
    }

    /// The only office that the people can belong to.
    package var office: OfficeID? { offices?.count == 1 ? offices?.first : nil }

    package var isEverybody: Bool { self == PeopleFilter() }
}
