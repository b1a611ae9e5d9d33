import Attendance
import Postgres

/// The existing teams, and those that an import adds.
struct ImportTeams {
    private struct Key: Hashable {
        var office: OfficeID
        var name: String
    }

    private var ids: [Key: TeamID] = [:]
    private var names: [TeamID: String] = [:]
    /// The keys of the user names of each team's managers.
    private(set) var managers: [TeamID: Set<String>] = [:]

    init(_ connection: PostgresConnection) async throws {
        for row in try await connection.query("People/teams") {
            let team = try Team(row)
            ids[Key(office: team.office, name: team.name)] = team.id
            names[team.id] = team.name
            managers[team.id] = Set(team.managers.map(UserName.key))
        }
    }

    var count: Int { ids.count }

    func name(of team: TeamID) -> String? { names[team] }

    /// The team with this name, added if there is none.
    mutating func id(
        of name: String, in office: OfficeID, by author: ChangeAuthor, now: Instant, _ connection: PostgresConnection
    ) async throws -> TeamID {
        if let id = ids[Key(office: office, name: name)] { return id }
        let id = try await TeamStore.add(name, in: office, by: author, now: now, connection)
        ids[Key(office: office, name: name)] = id
        names[id] = name
        return id
    }

    /// - Returns: nil if `text` is empty.
    static func name(_ text: String) throws(LineError) -> String? {
        if text.isEmpty { return nil }
        guard let name = ThingName.given(text) else { throw LineError(.badTeam) }
        return name
    }
}

/// Imports teams and their managers. A line names a team and one manager, or a team only.
struct TeamsImport: ImportContent {
    private let author: ChangeAuthor
    private let now: Instant
    private let lines: [(line: Int, value: Line)]

    private struct Line: Hashable {
        var office: OfficeID
        var team: String
        /// The key of the manager's user name; empty: none.
        var manager: String
    }

    init(_ table: inout ImportTable, _ offices: ImportOffices, author: ChangeAuthor, now: Instant) {
        (self.author, self.now) = (author, now)
        var seen = DuplicateLines<Line>()
        lines = table.map { row throws(LineError) in
            guard let team = try ImportTeams.name(row["team"]) else { throw LineError(.noTeam) }
            let manager = row["manager"]
            let line = Line(office: try offices.office(row["office"]).id, team: team, manager: UserName.key(manager))
            try seen.add(line, manager.isEmpty ? "'\(team)'" : "'\(team)' with '\(manager)'", line: row.line)
            return line
        }
    }

    func carryOut(_ table: inout ImportTable, _ connection: PostgresConnection) async throws -> ImportSummary {
        var people: [String: PersonID] = [:]
        let users = lines.map(\.value.manager)
        for row in try await connection.query("Import/people_to_import", ["user_names": users])
        where try row.get("is_active", as: Bool.self) {
            people[UserName.key(try row.get("user_name"))] = try row.get("id")
        }
        for (line, value) in lines where !value.manager.isEmpty && people[value.manager] == nil {
            table.note(line, ImportFault(.unknownManager, ["text": value.manager]))
        }
        try table.check()
        var teams = try await ImportTeams(connection)
        let before = teams.count
        var (managers, known) = (0, 0)
        for (_, line) in lines {
            let count = teams.count
            let team = try await teams.id(of: line.team, in: line.office, by: author, now: now, connection)
            if let manager = people[line.manager], teams.managers[team]?.contains(line.manager) != true {
                try await PeopleStore.setManager(
                    manager, of: team, named: line.team, to: true, by: author, now: now, connection)
                managers += 1
            } else if teams.count == count {
                known += 1
            }
        }
        var summary = ImportSummary(known: known)
        summary.add(teams.count - before, .team)
        summary.add(managers, .manager)
        return summary
    }
}
