package import Attendance
import Postgres

/// Somebody who works here or did, as administrators see them.
package struct Account: Sendable, Equatable {
    package let person: Person
    package let officeName: String
    package let team: Int64?
    package let teamName: String?
    /// Nil while they work here.
    package let leftAt: Instant?

    init(_ row: PostgresRow) throws {
        person = try Person(row)
        officeName = try row.get(5)
        team = try row.getIfPresent(6)
        teamName = try row.getIfPresent(7)
        leftAt = try row.instantIfPresent(8)
    }
}

/// Which accounts are looked for. What is nil is not looked at.
package struct AccountFilter: Sendable, Equatable {
    /// Part of a user name or a display name, in any case.
    package var name: String?
    package var office: Int64?
    package var team: Int64?
    package var role: Role?
    package var hasLeft: Bool?

    package init(
        name: String? = nil, office: Int64? = nil, team: Int64? = nil, role: Role? = nil, hasLeft: Bool? = nil
    ) {
        self.name = name
        self.office = office
        self.team = team
        self.role = role
        self.hasLeft = hasLeft
    }
}

extension AttendanceStore {
    /// By display name.
    package func accounts(_ filter: AccountFilter, limit: Int64, after: Int64 = 0) async throws -> [Account] {
        try await pool.query(
            "People/search_people", filter.name, filter.office, filter.team, filter.role?.rawValue, filter.hasLeft, limit, after
        ).map(Account.init)
    }

    /// - Throws: ``StoreError/unknownPerson(_:)``.
    package func account(userName: String) async throws -> (account: Account, keys: Int64) {
        guard let row = try await pool.query("People/account", userName).first else { throw StoreError.unknownPerson(userName) }
        return (try Account(row), try row.get(9))
    }

    package func badges(of person: Int64) async throws -> [Badge] {
        try await pool.query("Badges/badges_in_use_of_person", person).map(Badge.init)
    }

    /// Where a badge is waited for that will be theirs, and until when.
    package func enrolments(of person: Int64, now: Instant) async throws -> [(reader: String, until: Instant)] {
        try await pool.query("Badges/enrolments_of_person", person, PostgresTimestamp(now)).map { row in
            (try row.get(0), try row.instant(1))
        }
    }

    /// - Throws: ``StoreError/alreadyExists(_:)``, ``StoreError/unknownTeam(_:)``.
    package func renameTeam(_ team: Int64, to name: String) async throws {
        try await naming(.team(name)) {
            guard try await !pool.query("People/rename_team", team, name).isEmpty else {
                throw StoreError.unknownTeam("\(team)")
            }
        }
    }
}
