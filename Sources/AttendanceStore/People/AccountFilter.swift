import Postgres

/// A filter for accounts. Nil matches everything.
package struct AccountFilter: Sendable, Equatable {
    /// Part of a user name or a display name, in any case.
    package var name: String?
    package var office: Int64?
    package var team: Int64?
    package var role: Role?
    package var hasLeft: Bool?

    package init(
        name: String? = nil, office: Int64? = nil, team: Int64? = nil, role: Role? = nil, hasLeft: Bool? = nil
    ) {
        self.name = name
        self.office = office
        self.team = team
        self.role = role
        self.hasLeft = hasLeft
    }
}
