package import Attendance
package import FoundationEssentials
import Postgres

/// People, their accounts and the changes to them.
package struct PeopleStore: Sendable {
    let pool: PostgresPool

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

    @discardableResult
    package func addPerson(userName: String, displayName: String, role: Role, office: Int64) async throws -> Int64 {
        try await naming(.person(userName)) {
            try await pool.query("People/insert_person", userName, displayName, role.rawValue, office)[0].get(0)
        }
    }

    package func people() async throws -> [Person] {
        try await pool.query("People/people").map(Person.init)
    }

    package func person(_ id: Int64) async throws -> Person? {
        try await pool.query("People/person_by_id", id).first.map(Person.init)
    }

    /// Notes that somebody leaves: from then on nobody knows them by their user name, nobody has their badges, they are signed out
    /// everywhere, and their keys and passwords open nothing.
    /// - Throws: ``StoreError/unknownPerson(_:)``, ``StoreError/lastAdministrator``.
    package func setLeft(userName: String, at instant: Instant, now: Instant? = nil) async throws {
        try await leave(try await person(userName: userName).id, at: instant, by: .command, now: now ?? instant)
    }

    /// Somebody who works here or did.
    /// - Throws: ``StoreError/unknownPerson(_:)``.
    package func formerOrPresentPerson(userName: String) async throws -> Person {
        guard let row = try await pool.query("People/anybody_by_user_name", userName).first else {
            throw StoreError.unknownPerson(userName)
        }
        return try Person(row)
    }

    /// - Throws: ``StoreError/unknownPerson(_:)``.
    package func person(userName: String) async throws -> Person {
        guard let row = try await pool.query("People/person_by_user_name", userName).first else {
            throw StoreError.unknownPerson(userName)
        }
        return try Person(row)
    }
}
