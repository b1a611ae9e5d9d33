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

extension AttendanceStore {
    /// Those whom a filter means, also those who left, in the order of their numbers.
    package func people(_ filter: PeopleFilter) async throws -> [Person] {
        try await pool.query(
            "Export/people_to_export", filter.office, filter.team, filter.users.isEmpty ? nil : filter.users
        ).map(Person.init)
    }
}
