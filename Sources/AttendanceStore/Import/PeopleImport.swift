import Attendance
import Postgres

/// Imports people. Adds missing teams.
struct PeopleImport {
    let connection: PostgresConnection
    let offices: ImportOffices
    let author: ChangeAuthor
    let now: Instant

    /// The person on a line.
    private struct Newcomer: Equatable {
        var userName: String
        var displayName: String
        var role: Role
        var office: OfficeID
        var team: String?

        /// User names are compared without case.
        var key: String { userName.lowercased() }
    }

    func carryOut(_ table: inout ImportTable) async throws -> ImportSummary {
        var seen = DuplicateLines<String>()
        let lines = table.map { row throws(LineError) in
            let person = try read(row)
            try seen.add(person.key, "'\(person.userName)'", line: row.line)
            return person
        }
        var teams = try await ImportTeams(connection)
        let known = try await known(lines.map(\.value.userName), teams)
        var new: [Newcomer] = []
        for (line, person) in lines {
            switch known[person.key] {
            // Existing user names may have a space: they can come from an identity provider.
            case nil where person.userName.contains(where: \.isWhitespace): note(.spaceInUserName, line, person, &table)
            case nil: new.append(person)
            case person?: break
            case .some(nil): note(.formerUserName, line, person, &table)
            case .some(.some): note(.knownOtherwise, line, person, &table)
            }
        }
        for freed in try await PeopleStore.freedUserNames(new.map(\.userName), for: nil, now: now, connection) {
            for line in lines where line.value.userName == freed.name {
                let until = freed.until.map { $0.rfc3339() } ?? "-"
                table.note(line.line, ImportFault(.freedUserName, ["text": freed.name, "until": until]))
            }
        }
        try table.check()
        let teamsBefore = teams.count
        var teamIDs: [TeamID?] = []
        for person in new {
            teamIDs.append(
                try await person.team.asyncMap { try await teams.id(of: $0, in: person.office, connection) })
        }
        try await connection.query(
            "Import/insert_people",
            [
                "user_names": new.map(\.userName), "display_names": new.map(\.displayName),
                "roles": new.map(\.role.rawValue), "offices": new.map(\.office), "teams": teamIDs,
                "now": PostgresTimestamp(now), "author": author.person,
            ])
        var summary = ImportSummary(known: lines.count - new.count)
        summary.add(new.count, .person)
        summary.newUserNames = new.map(\.userName)
        summary.add(teams.count - teamsBefore, .team)
        return summary
    }

    private func note(_ fault: LineFault, _ line: Int, _ person: Newcomer, _ table: inout ImportTable) {
        table.note(line, ImportFault(fault, ["text": person.userName]))
    }

    private func read(_ row: ImportTable.Row) throws(LineError) -> Newcomer {
        let (user, name, role) = (row["user_name"], row["display_name"], row["role"].lowercased())
        var faults: [ImportFault<LineFault>] = []
        if user.isEmpty {
            faults.append(ImportFault(.noUserName, ["name": name]))
        } else if !UserName.mayBeGiven(user) {
            faults.append(ImportFault(.badUserName, ["text": user]))
        }
        let displayName = PersonName(name)?.text
        if displayName == nil { faults.append(ImportFault(name.isEmpty ? .noDisplayName : .brokenDisplayName)) }
        let knownRole: Role? = role.isEmpty ? .employee : Role(rawValue: role)
        if knownRole == nil { faults.append(ImportFault(.badRole, ["text": role])) }
        var (office, team): (OfficeID?, String?) = (nil, nil)
        do throws(LineError) { office = try offices.office(row["office"]).id } catch { faults += error.faults }
        do throws(LineError) { team = try ImportTeams.name(row["team"]) } catch { faults += error.faults }
        guard faults.isEmpty, let displayName, let knownRole, let office else { throw LineError(faults) }
        return Newcomer(userName: user, displayName: displayName, role: knownRole, office: office, team: team)
    }

    /// The existing people with these user names, by key.
    /// - Returns: the value is nil for a person who left.
    private func known(_ users: [String], _ teams: ImportTeams) async throws -> [String: Newcomer?] {
        var known: [String: Newcomer?] = [:]
        for row in try await connection.query("Import/people_to_import", ["user_names": users]) {
            let person = Newcomer(
                userName: try row.get("user_name"), displayName: try row.get("display_name"), role: try row.choice("role"),
                office: try row.get("office_id"),
                team: try row.getIfPresent("team_id", as: TeamID.self).flatMap { teams.name(of: $0) })
            known[person.key] = .some(try row.get("is_active", as: Bool.self) ? person : nil)
        }
        return known
    }
}

extension Optional {
    fileprivate func asyncMap<Value>(_ body: (Wrapped) async throws -> Value) async throws -> Value? {
        if let wrapped = self { try await body(wrapped) } else { nil }
    }
}
