import Postgres

/// Teams, their members and their managers.
package struct TeamStore: Sendable {
    let pool: PostgresPool

    /// - Throws: ``StoreError/alreadyExists(_:)``, ``StoreError/unknownTeam(_:)``.
    package func renameTeam(_ team: Int64, to name: String) async throws {
        try await naming(.team(name)) {
            guard try await !pool.query("People/rename_team", team, name).isEmpty else {
                throw StoreError.unknownTeam("\(team)")
            }
        }
    }

    /// - Throws: ``StoreError/alreadyExists(_:)``.
    @discardableResult
    package func addTeam(_ name: String, in office: Int64) async throws -> Int64 {
        try await naming(.team(name)) {
            try await pool.query("People/insert_team", office, name)[0].get(0)
        }
    }

    package func teams() async throws -> [Team] {
        try await pool.query("People/teams").map(Team.init)
    }

    /// - Parameter office: its name, where several offices have a team of this name.
    /// - Throws: ``StoreError/unknownTeam(_:)``, also where it is not clear which team is meant.
    package func team(named name: String, in office: String? = nil) async throws -> Team {
        let teams = try await teams().filter { $0.name == name && (office == nil || $0.officeName == office) }
        guard teams.count == 1 else { throw StoreError.unknownTeam(name) }
        return teams[0]
    }

    /// Puts people into a team, each out of the one they were in.
    /// - Parameter team: nil is none.
    package func assign(_ people: [Int64], to team: Int64?) async throws {
        try await pool.query("People/set_team", people, team)
    }

    /// Lets somebody manage a team, or no longer. To say so twice does no harm.
    package func setManager(_ person: Int64, of team: Int64, to manages: Bool) async throws {
        if manages {
            try await pool.query("People/insert_team_manager", team, person)
        } else {
            try await pool.query("People/delete_team_manager", team, person)
        }
    }

    /// Whether `manager` manages this person's team, or anybody's where nobody is named. Nobody manages themselves.
    package func manages(_ manager: Int64, _ person: Int64? = nil) async throws -> Bool {
        try await pool.query("People/manages", manager, person)[0].get(0)
    }
}
