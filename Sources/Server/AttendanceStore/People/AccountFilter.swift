package import Attendance
import Postgres

/// A filter for accounts. Nil matches everything.
package struct AccountFilter: Sendable, Equatable {
    /// Part of a user name or a display name, in any case.
    package var name: String?
    package var office: OfficeID?
    package var team: TeamID?
    package var role: Role?
    package var hasLeft: Bool?

    package init(
        name: String? = nil, office: OfficeID? = nil, team: TeamID? = nil, role: Role? = nil, hasLeft: Bool? = nil
    ) {
        self.name = name
        self.office = office
        self.team = team
        self.role = role
        self.hasLeft = hasLeft
    }
}
