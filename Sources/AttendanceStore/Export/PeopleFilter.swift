import Postgres

/// Whose record is meant: of those who meet all that is said. Nothing said is everybody.
package struct PeopleFilter: Sendable, Equatable {
    /// To which they belong, wherever they worked.
    package var office: Int64?
    package var team: Int64?
    /// User names; empty is any.
    package var users: [String]

    package init(office: Int64? = nil, team: Int64? = nil, users: [String] = []) {
        self.office = office
        self.team = team
        self.users = users
    }

    package var isEverybody: Bool { self == PeopleFilter() }
}
