import Attendance
import Postgres

/// Imports people, and changes those who exist if it is asked to. Adds missing teams.
struct PeopleImport: ImportContent {
    private let offices: ImportOffices
    private let author: ChangeAuthor
    private let updates: Bool
    private let now: Instant
    private let lines: [(line: Int, value: Newcomer)]

    /// The person on a line.
    private struct Newcomer: Equatable {
        var userName: String
        var displayName: String
        var role: Role
        var office: OfficeID
        var team: String?

        var key: String { UserName.key(userName) }

        /// Whether both are the same person with the same properties, however the user names are spelled.
        static func == (one: Newcomer, other: Newcomer) -> Bool {
            one.key == other.key && one.displayName == other.displayName && one.role == other.role
                && one.office == other.office && one.team == other.team
        }

        /// The person with the values of a line that are not empty. A team of the former office does not stay.
        func updated(by line: Newcomer, _ row: ImportTable.Row) -> Newcomer {
            var person = self
            person.displayName = line.displayName
            if !row["role"].isEmpty { person.role = line.role }
            if !row["office"].isEmpty { person.office = line.office }
            if let team = line.team { person.team = team } else if person.office != office { person.team = nil }
            return person
        }
    }

    /// - Parameter updates: whether people who exist get the values of their lines that are not empty.
    init(_ table: inout ImportTable, _ offices: ImportOffices, author: ChangeAuthor, updates: Bool, now: Instant) {
        (self.offices, self.author, self.updates, self.now) = (offices, author, updates, now)
        var seen = DuplicateLines<String>()
        lines = table.map { row throws(LineError) in
            let person = try Self.read(row, offices)
            try seen.add(person.key, "'\(person.userName)'", line: row.line)
            return person
        }
    }

    func carryOut(_ table: inout ImportTable, _ connection: PostgresConnection) async throws -> ImportSummary {
        var teams = try await ImportTeams(connection)
        let (known, ids) = try await known(lines.map(\.value.userName), teams, connection)
        var new: [Newcomer] = []
        var changed: [(before: Newcomer, after: Newcomer)] = []
        let rows = Dictionary(uniqueKeysWithValues: table.rows.map { ($0.line, $0) })
        for (line, person) in lines {
            switch known[person.key] {
            // Existing user names may have a space: they can come from an identity provider.
            case nil where person.userName.contains(where: \.isWhitespace): note(.spaceInUserName, line, person, &table)
            case nil: new.append(person)
            case person?: break
            case .some(nil): note(.formerUserName, line, person, &table)
            case .some(.some(let before)) where updates:
                let after = rows[line].map { before.updated(by: person, $0) } ?? before
                if after != before { changed.append((before, after)) }
            case .some(.some): note(.knownOtherwise, line, person, &table)
            }
        }
        let numbers = Dictionary(lines.map { ($0.value.userName, $0.line) }) { first, _ in first }
        for freed in try await PeopleStore.freedUserNames(new.map(\.userName), for: nil, now: now, connection) {
            guard let line = numbers[freed.name] else { continue }
            let until = freed.until.map { $0.rfc3339() } ?? "-"
            table.note(line, ImportFault(.freedUserName, ["text": freed.name, "until": until]))
        }
        try table.check()
        let teamsBefore = teams.count
        var teamIDs: [TeamID?] = []
        for person in new {
            teamIDs.append(
                try await person.team.asyncMap {
                    try await teams.id(of: $0, in: person.office, by: author, now: now, connection)
                })
        }
        try await connection.query(
            "Import/insert_people",
            [
                "user_names": new.map(\.userName), "display_names": new.map(\.displayName),
                "roles": new.map(\.role.rawValue), "offices": new.map(\.office), "teams": teamIDs,
                "now": PostgresTimestamp(now), "author": author.person,
            ])
        var summary = ImportSummary(known: lines.count - new.count - changed.count)
        // New administrators first, so that the last one can hand over in the same file.
        let promoted = changed.filter { $0.after.role == .administrator }
        for (before, after) in promoted + changed.filter({ $0.after.role != .administrator }) {
            guard let id = ids[before.key] else { continue }
            summary.updated.append(
                try await keepingAnAdministrator { try await change(id, from: before, to: after, &teams, connection) })
        }
        if !changed.isEmpty { try await connection.notifyAccessChanged() }
        summary.add(new.count, .person)
        summary.newUserNames = new.map(\.userName)
        summary.add(teams.count - teamsBefore, .team)
        return summary
    }

    private func change(
        _ id: PersonID, from before: Newcomer, to after: Newcomer, _ teams: inout ImportTeams,
        _ connection: PostgresConnection
    ) async throws -> UpdatedPerson {
        // Properties that stay are left out: another administrator may have changed them meanwhile.
        var change = PersonChange()
        if after.displayName != before.displayName { change.displayName = after.displayName }
        if after.role != before.role { change.role = after.role }
        if after.office != before.office { change.office = after.office }
        if after.team != before.team || after.office != before.office {
            let team = try await after.team.asyncMap {
                try await teams.id(of: $0, in: after.office, by: author, now: now, connection)
            }
            change.team = team.map { .team($0) } ?? PersonChange.Place.none
        }
        try await PeopleStore.change(id, change, by: author, now: now, connection)
        let values: [(UpdatedPerson.Property, String?, String?)] = [
            (.name, before.displayName, after.displayName), (.role, before.role.rawValue, after.role.rawValue),
            (.office, officeName(before.office), officeName(after.office)), (.team, before.team, after.team),
        ]
        return UpdatedPerson(
            userName: before.userName, displayName: before.displayName,
            changes: values.filter { $0.1 != $0.2 }.map { UpdatedPerson.Change(property: $0.0, old: $0.1, new: $0.2) })
    }

    private func officeName(_ office: OfficeID) -> String? { offices.all.first { $0.id == office }?.name }

    private func note(_ fault: LineFault, _ line: Int, _ person: Newcomer, _ table: inout ImportTable) {
        table.note(line, ImportFault(fault, ["text": person.userName]))
    }

    private static func read(_ row: ImportTable.Row, _ offices: ImportOffices) throws(LineError) -> Newcomer {
        let (user, name, role) = (row["user_name"], row["display_name"], row["role"].lowercased())
        let given = UserName.given(user)
        var faults: [ImportFault<LineFault>] = []
        if user.isEmpty {
            faults.append(ImportFault(.noUserName, ["name": name]))
        } else if given == nil {
            faults.append(ImportFault(.badUserName, ["text": user, "most": "\(UserName.longest)"]))
        }
        let displayName = PersonName(name)?.text
        if displayName == nil { faults.append(ImportFault(name.isEmpty ? .noDisplayName : .brokenDisplayName)) }
        let knownRole: Role? = role.isEmpty ? .employee : Role(rawValue: role)
        if knownRole == nil { faults.append(ImportFault(.badRole, ["text": role])) }
        var (office, team): (OfficeID?, String?) = (nil, nil)
        do throws(LineError) { office = try offices.office(row["office"]).id } catch { faults += error.faults }
        do throws(LineError) { team = try ImportTeams.name(row["team"]) } catch { faults += error.faults }
        guard faults.isEmpty, let given, let displayName, let knownRole, let office else { throw LineError(faults) }
        return Newcomer(userName: given, displayName: displayName, role: knownRole, office: office, team: team)
    }

    /// The existing people with these user names, and their ids, by key.
    /// - Returns: the value is nil for a person who left.
    private func known(
        _ users: [String], _ teams: ImportTeams, _ connection: PostgresConnection
    ) async throws -> (people: [String: Newcomer?], ids: [String: PersonID]) {
        var (known, ids): ([String: Newcomer?], [String: PersonID]) = ([:], [:])
        for row in try await connection.query("Import/people_to_import", ["user_names": users]) {
            let person = Newcomer(
                userName: try row.get("user_name"), displayName: try row.get("display_name"), role: try row.choice("role"),
                office: try row.get("office_id"),
                team: try row.getIfPresent("team_id", as: TeamID.self).flatMap { teams.name(of: $0) })
            known[person.key] = .some(try row.get("is_active", as: Bool.self) ? person : nil)
            ids[person.key] = try row.get("id")
        }
        return (known, ids)
    }
}

extension Optional {
    fileprivate func asyncMap<Value>(_ body: (Wrapped) async throws -> Value) async throws -> Value? {
        if let wrapped = self { try await body(wrapped) } else { nil }
    }
}
