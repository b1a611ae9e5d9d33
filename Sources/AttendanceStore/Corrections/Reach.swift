package import FoundationEssentials
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

extension AttendanceStore {
    /// - Parameter name: part of a display name or a user name; nil is everybody.
    package func people(within reach: Reach, named name: String? = nil, limit: Int64 = 500) async throws -> [Subordinate] {
        try await pool.query(
            "Corrections/people_in_reach", reach.viewer, reach.ofTeams, reach.office, reach.all, name, limit
        ).map { row in
            Subordinate(person: try Person(row), team: try row.getIfPresent(5), hasLeft: try row.get(6))
        }
    }

    /// Whose event it is; nil where there is none.
    package func owner(ofEvent id: UUID) async throws -> Person? {
        try await pool.query("Corrections/owner_of_event", id).first.map(Person.init)
    }

    /// What people of these user names are called, also those who left.
    package func displayNames(of users: Set<String>) async throws -> [String: String] {
        let rows = try await pool.query("Corrections/names_of_users", users.sorted())
        return Dictionary(try rows.map { (try $0.get(0), try $0.get(1)) }) { first, _ in first }
    }
}
