import Postgres

/// Whom somebody looks after, in words that a query understands. Nobody is within their own reach.
package struct Reach: Sendable, Equatable {
    package let viewer: Int64
    /// Those in the teams that they manage.
    package let ofTeams: Bool
    /// Everybody of this office.
    package let office: Int64?
    package let all: Bool

    package init(of viewer: Int64, ofTeams: Bool, office: Int64?, all: Bool) {
        self.viewer = viewer
        self.ofTeams = ofTeams
        self.office = office
        self.all = all
    }
}

/// Somebody within reach.
package struct Subordinate: Sendable, Equatable {
    package let person: Person
    package let team: String?
    package let hasLeft: Bool
}
