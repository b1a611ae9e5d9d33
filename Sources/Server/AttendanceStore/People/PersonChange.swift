package import Attendance

/// A change of a person's account. Nil leaves a property unchanged.
package struct PersonChange: Sendable, Equatable {
    /// A team, or none.
    package enum Place: Sendable, Equatable {
        case none
        case team(TeamID)
    }

    package var userName: String?
    package var displayName: String?
    package var role: Role?
    package var office: OfficeID?
    /// Has no effect unless the role is HR afterwards. Only the own office: as without a choice.
    package var hrOffices: [OfficeID]?
    package var team: Place?
    /// All of them, also those that become unknown.
    package var details: PersonDetails?
    /// The inner nil withdraws the last day.
    package var lastDay: CivilDate??

    package init(
        userName: String? = nil, displayName: String? = nil, role: Role? = nil, office: OfficeID? = nil,
        hrOffices: [OfficeID]? = nil, team: Place? = nil, details: PersonDetails? = nil, lastDay: CivilDate?? = nil
    ) {
        self.userName = userName
        self.displayName = displayName
        self.role = role
        self.office = office
        self.hrOffices = hrOffices
        self.team = team
        self.details = details
        self.lastDay = lastDay
    }

    /// Whether it changes whose records the person sees, who sees theirs, or who signs in as the person.
    package func changesAccess(of account: Account) -> Bool {
        let newTeam: TeamID? = if case .team(let id) = team { id } else { nil }
        return userName.map { $0 != account.person.userName } ?? false || role.map { $0 != account.person.role } ?? false
            || office.map { $0 != account.person.office } ?? false
            || hrOffices.map { $0.sorted() != account.person.hrOffices } ?? false
            // Sign-in links can be sent there.
            || details.map { $0.email != account.details.email } ?? false
            || team != nil && newTeam != account.team
    }
}
