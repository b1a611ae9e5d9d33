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
    /// The user names of each team's managers.
    private(set) var managers: [TeamID: Set<WrittenName>] = [:]

    init(_ connection: PostgresConnection) async throws {
        for row in try await connection.query("People/teams", ["team": nil]) {
            let team = try Team(row)
            ids[Key(office: team.office, name: team.name)] = team.id
            names[team.id] = team.name
            managers[team.id] = Set(team.managers.map(WrittenName.init))
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
        guard let name = try? ThingName.given(text) else {
            throw LineError(.badText, ["column": "team", "most": "\(ThingName.longest)"])
        }
        return name
    }
}

/// Imports teams and their managers. A line names a team and one manager, or a team only.
struct TeamsImport: ImportContent {
    private let author: ChangeAuthor
    private let now: Instant
    private let lines: [(line: Int, value: Line)]

    private struct Line {
        var office: OfficeID
        var team: String
        /// Nil: none.
        var manager: WrittenName?
    }

    /// A team, with a manager or without.
    private struct Membership: Hashable {
        var office: OfficeID
        var team: String
        var manager: PersonID?
    }

    init(_ table: inout ImportTable, _ offices: ImportOffices, author: ChangeAuthor, now: Instant) {
        (self.author, self.now) = (author, now)
        lines = table.map { row throws(LineError) in
            guard let team = try ImportTeams.name(row["team"]) else { throw LineError.missing("team") }
            let manager = row["manager"].isEmpty ? nil : WrittenName(row["manager"])
            return Line(office: try offices.office(row["office"]).id, team: team, manager: manager)
        }
    }

    func carryOut(_ table: inout ImportTable, _ connection: PostgresConnection) async throws -> ImportSummary {
        // The locks serialize this with concurrent changes of the managers' roles.
        let people = try await ImportPeople(locking: lines.compactMap(\.value.manager), for: author, connection)
        var seen = DuplicateLines<Membership>()
        var found: [(line: Line, manager: ImportPeople.Person?)] = []
        for (number, line) in lines {
            do throws(LineError) {
                let manager = try line.manager.flatMap { name throws(LineError) in try Self.manager(name, people) }
                try seen.add(
                    Membership(office: line.office, team: line.team, manager: manager?.id),
                    line.manager.map { "'\(line.team)' with '\($0.text)'" } ?? "'\(line.team)'", line: number)
                found.append((line, manager))
            } catch {
                for fault in error.faults { table.note(number, fault) }
            }
        }
        try table.check()
        var teams = try await ImportTeams(connection)
        let before = teams.count
        var (managers, known) = (0, 0)
        for (line, manager) in found {
            let count = teams.count
            let team = try await teams.id(of: line.team, in: line.office, by: author, now: now, connection)
            if let manager, teams.managers[team]?.contains(WrittenName(manager.userName)) != true {
                try await PeopleStore.setManager(manager.id, of: team, to: true, by: author, now: now, connection)
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

    /// - Throws: ``LineError`` if no active person has this user name.
    private static func manager(_ name: WrittenName, _ people: ImportPeople) throws(LineError) -> ImportPeople.Person {
        guard let person = try people.person(name), person.isActive else {
            throw LineError(.unknownManager, ["text": name.text])
        }
        return person
    }
}
