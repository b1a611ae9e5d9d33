package import Attendance
import Postgres

/// What a person may do. Each contains the rights of an employee.
package enum Role: String, Sendable, CaseIterable {
    case employee
    case manager
    case hr
    case administrator
    /// Reads the ledger, and nobody's record.
    case auditor
}

/// Somebody who works here.
package struct Person: Sendable, Equatable {
    package let id: Int64
    package let userName: String
    package let displayName: String
    package let role: Role
    /// Where they work unless a desk says otherwise.
    package let office: Int64

    init(_ row: PostgresRow) throws {
        id = try row.get(0)
        userName = try row.get(1)
        displayName = try row.get(2)
        role = try row.choice(3)
        office = try row.get(4)
    }
}

extension AttendanceStore {
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

    /// Forgets the names and badges of somebody who left. The log knows people by numbers alone, and keeps what it has. Of their
    /// names at identity providers hashes under the servers' secret stay, so that they do not come back by them.
    /// - Returns: the pseudonym that stands in their place; nil where the person is still here, or all of theirs is held.
    /// - Throws: ``SecretError`` where they have a name at a provider and the secret cannot be used.
    package func eraseName(of person: Int64, now: Instant) async throws -> String? {
        try await pool.query("People/erase_name", person, PostgresTimestamp(now), try await identityHashes(of: person)).first?
            .get(0)
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
