package import Attendance
package import FoundationEssentials
import Postgres

/// People, their accounts and the changes to them.
package struct PeopleStore: Sendable {
    let pool: PostgresPool

    package func hasAdministrator() async throws -> Bool {
        try await pool.query("People/has_administrator")[0].get("has_administrator")
    }

    /// The people within reach: current people first, then by team, in the order of names.
    /// - Parameter name: part of a display name or user name, in any case; nil: all.
    package func people(within reach: PeopleScope, named name: String? = nil, limit: Int64 = 500) async throws -> [Subordinate]
    {
        try await pool.query(
            "People/people_in_reach",
            [
                "viewer": reach.viewer, "of_teams": reach.ofTeams, "offices": reach.offices, "all": reach.all, "name": name,
                "limit": limit,
            ]
        ).map { row in
            Subordinate(person: try Person(row), team: try row.getIfPresent("team"), hasLeft: try row.get("has_left"))
        }
    }

    /// The person of an event; nil: the event is unknown.
    package func owner(ofEvent id: UUID) async throws -> Person? { try await owners(ofEvents: [id])[id] }

    /// The people of events, by event. Unknown events are left out.
    package func owners(ofEvents ids: [UUID]) async throws -> [UUID: Person] {
        let rows = try await pool.query("People/owners_of_events", ["ids": ids])
        return Dictionary(try rows.map { (try $0.get("event_id"), try Person($0)) }) { first, _ in first }
    }

    /// Display names by number, including people who left. Unknown numbers are left out.
    package func displayNames(of people: [PersonID]) async throws -> [PersonID: String] {
        if people.isEmpty { return [:] }
        let rows = try await pool.query("People/names_of_people", ["people": people])
        return Dictionary(try rows.map { (try $0.get("id"), try $0.get("display_name")) }) { first, _ in first }
    }

    /// Display names by user name, including people who left. Unknown user names are left out.
    package func displayNames(of users: Set<String>) async throws -> [String: String] {
        let rows = try await pool.query("People/names_of_users", ["user_names": users.sorted()])
        return Dictionary(try rows.map { (try $0.get("named"), try $0.get("display_name")) }) { first, _ in first }
    }

    @discardableResult
    package func addPerson(userName: String, displayName: String, role: Role, office: OfficeID) async throws -> PersonID {
        try await naming(.person(userName)) {
            try await pool.query(
                "People/insert_person",
                ["user_name": userName, "display_name": displayName, "role": role.rawValue, "office": office]
            )[0].get("person_id")
        }
    }

    package func people() async throws -> [Person] {
        try await pool.query("People/people").map(Person.init)
    }

    /// The order of all people in lists, including people who left.
    package func listOrder() async throws -> ListOrder {
        ListOrder(try await pool.query("People/list_order").map { try $0.get("id") })
    }

    package func person(_ id: PersonID) async throws -> Person? {
        try await pool.query("People/person_by_id", ["person": id]).first.map(Person.init)
    }

    /// A current or former employee.
    /// - Throws: ``StoreError/unknownPerson(_:)``.
    package func formerOrPresentPerson(userName: String) async throws -> Person {
        guard let row = try await pool.query("People/anybody_by_user_name", ["user_name": userName]).first else {
            throw StoreError.unknownPerson(userName)
        }
        return try Person(row)
    }

    /// A current employee.
    /// - Throws: ``StoreError/unknownPerson(_:)``.
    package func person(userName: String) async throws -> Person {
        guard let row = try await pool.query("People/person_by_user_name", ["user_name": userName]).first else {
            throw StoreError.unknownPerson(userName)
        }
        return try Person(row)
    }
}
