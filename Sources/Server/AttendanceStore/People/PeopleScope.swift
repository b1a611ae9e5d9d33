package import Attendance
import Postgres

/// The people whose records a viewer may manage, as parameters of queries. The viewer is never within their own reach.
package struct PeopleScope: Sendable, Equatable {
    package let viewer: PersonID
    /// Whether the members of the viewer's teams are within reach.
    package let ofTeams: Bool
    /// The office whose people are within reach; nil: none, or those of all offices.
    package let office: OfficeID?
    package let all: Bool

    package init(of viewer: PersonID, ofTeams: Bool, office: OfficeID?, all: Bool) {
        self.viewer = viewer
        self.ofTeams = ofTeams
        self.office = office
        self.all = all
    }
}

/// A person within reach.
package struct Subordinate: Sendable, Equatable {
    package let person: Person
    package let team: String?
    package let hasLeft: Bool
}
