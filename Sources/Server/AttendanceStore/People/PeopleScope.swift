package import Attendance
import Postgres

/// The people whose records a viewer may manage, as parameters of queries. The viewer is never within their own reach.
package struct PeopleScope: Sendable, Equatable {
    package let viewer: PersonID
    /// Whether the members of the viewer's teams are within reach.
    package let ofTeams: Bool
    /// The offices whose people are within reach, beside ``all``.
    package let offices: [OfficeID]
    package let all: Bool

    package init(of viewer: PersonID, ofTeams: Bool, offices: [OfficeID] = [], all: Bool) {
        self.viewer = viewer
        self.ofTeams = ofTeams
        self.offices = offices
        self.all = all
    }

    /// The offices to which lists of people or taps are limited; nil: all.
    package var onlyOffices: [OfficeID]? { all ? nil : offices }

    /// The office that counts where none is chosen: `own`, or the first one if `own` is out of reach.
    package func usualOffice(_ own: OfficeID) -> OfficeID {
        all || offices.contains(own) ? own : offices.first ?? own
    }
}

/// A person within reach.
package struct Subordinate: Sendable, Equatable {
    package let person: Person
    package let team: String?
    package let hasLeft: Bool
}
