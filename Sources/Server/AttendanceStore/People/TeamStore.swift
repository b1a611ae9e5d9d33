package import Attendance
import Postgres

/// Teams, their members and their managers.
package struct TeamStore: Sendable {
    let pool: PostgresPool

    /// - Throws: ``StoreError/alreadyExists(_:)``, ``StoreError/unknownTeam(_:)``.
    package func renameTeam(
        _ team: TeamID, to name: String, by author: ChangeAuthor = .command, now: Instant? = nil
    ) async throws {
        try await naming(.team(name)) {
            try await pool.withTransaction { connection in
                let old = try await connection.query("People/teams", ["team": team]).first.map(Team.init)?.name
                guard let old, try await !connection.query("People/rename_team", ["name": name, "team": team]).isEmpty else {
                    throw StoreError.unknownTeam(nil)
                }
                try await ConfigurationChange(.team, .renamed, old, name).note(by: author, now: now, connection)
            }
        }
    }

    /// - Throws: ``StoreError/alreadyExists(_:)``.
    @discardableResult
    package func addTeam(
        _ name: String, in office: OfficeID, by author: ChangeAuthor = .command, now: Instant? = nil
    ) async throws -> TeamID {
        try await naming(.team(name)) {
            try await pool.withTransaction { try await Self.add(name, in: office, by: author, now: now, $0) }
        }
    }

    static func add(
        _ name: String, in office: OfficeID, by author: ChangeAuthor, now: Instant?, _ connection: PostgresConnection
    ) async throws -> TeamID {
        let rows = try await connection.query("People/insert_team", ["office": office, "name": name])
        try await ConfigurationChange(.team, .added, name).note(by: author, now: now, connection)
        return try rows[0].get("id")
    }

    package func teams() async throws -> [Team] {
        try await pool.query("People/teams", ["team": nil]).map(Team.init)
    }

    package func team(_ id: TeamID) async throws -> Team? {
        try await pool.query("People/teams", ["team": id]).first.map(Team.init)
    }

    /// - Parameter office: the name of the office; required if several offices have a team of this name.
    /// - Throws: ``StoreError/unknownTeam(_:)``, also if several teams match.
    package func team(named name: String, in office: String? = nil) async throws -> Team {
        let teams = try await teams().filter { $0.name == name && (office == nil || $0.officeName == office) }
        guard teams.count == 1 else { throw StoreError.unknownTeam(name) }
        return teams[0]
    }

    /// Whether a current employee manages the person's team. No person manages themselves.
    package func hasManager(_ person: PersonID) async throws -> Bool {
        try await pool.query("People/has_manager", ["person": person])[0].get("has_manager")
    }

    /// Whether `manager` manages the team of `person`; if `person` is nil, any team. No person manages themselves.
    package func manages(_ manager: PersonID, _ person: PersonID? = nil) async throws -> Bool {
        try await pool.query("People/manages", ["person": person, "manager": manager])[0].get("manages")
    }
}
