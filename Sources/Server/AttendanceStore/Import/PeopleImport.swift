import Attendance
import Postgres

/// Imports people, and changes those who exist if it is asked to. Adds missing teams.
struct PeopleImport: ImportContent {
    private let offices: ImportOffices
    private let author: ChangeAuthor
    private let updates: Bool
    private let now: Instant
    private let lines: [(line: Int, value: Line)]

    /// The values of a line. Those that an update leaves as they are are nil.
    private struct Line {
        /// As the file has it: it can name one of two people whose names differ in the spelling only.
        var written: WrittenName
        /// In its kept form.
        var userName: String
        var displayName: String?
        var role: Role?
        var office: OfficeID?
        var team: String?

        /// A new person.
        /// - Throws: ``LineError`` if the display name or the office is missing.
        func newcomer(_ offices: ImportOffices) throws(LineError) -> Newcomer {
            guard let displayName else { throw LineError(.noDisplayName) }
            return Newcomer(
                displayName: displayName, role: role ?? .employee, office: try officeID(offices), team: team)
        }

        private func officeID(_ offices: ImportOffices) throws(LineError) -> OfficeID {
            if let office { return office }
            return try offices.office("").id
        }
    }

    /// The properties of a person on a line.
    private struct Newcomer: Equatable {
        var displayName: String
        var role: Role
        var office: OfficeID
        var team: String?

        /// The person with the values of a line. A team of the former office does not stay.
        func updated(by line: Line) -> Newcomer {
            var person = self
            if let name = line.displayName { person.displayName = name }
            if let role = line.role { person.role = role }
            if let office = line.office { person.office = office }
            if let team = line.team { person.team = team } else if person.office != office { person.team = nil }
            return person
        }
    }

    /// A person who exists, and the values of the line.
    private struct Change {
        var person: ImportPeople.Person
        var before, after: Newcomer

        var setsTeam: Bool { after.team != before.team || after.office != before.office }
    }

    /// Who a line is about, to find duplicates.
    private enum Subject: Hashable {
        case known(PersonID)
        case new(key: String)
    }

    /// - Parameter updates: whether people who exist get the values of their lines that are not empty.
    init(_ table: inout ImportTable, _ offices: ImportOffices, author: ChangeAuthor, updates: Bool, now: Instant) {
        (self.offices, self.author, self.updates, self.now) = (offices, author, updates, now)
        lines = table.map { row throws(LineError) in try Self.read(row, offices, mayOmit: updates) }
    }

    func carryOut(_ table: inout ImportTable, _ connection: PostgresConnection) async throws -> ImportSummary {
        let names = lines.map(\.value.written)
        let people =
            updates
            ? try await ImportPeople(locking: names, for: author, connection) : try await ImportPeople(names, connection)
        // After the locks, so that the teams of the people are among them.
        var teams = try await ImportTeams(connection)
        var seen = DuplicateLines<Subject>()
        var new: [(line: Line, person: Newcomer)] = []
        var changed: [Change] = []
        for (number, line) in lines {
            do throws(LineError) {
                let known = try people.person(line.written)
                try seen.add(
                    known.map { .known($0.id) } ?? .new(key: UserName.key(line.userName)), "'\(line.userName)'", line: number)
                if let known {
                    if let change = try change(of: known, by: line, teams) { changed.append(change) }
                } else {
                    // Existing user names may have a space: they can come from an identity provider.
                    guard !line.userName.contains(where: \.isWhitespace) else {
                        throw LineError(.spaceInUserName, ["text": line.userName])
                    }
                    new.append((line, try line.newcomer(offices)))
                }
            } catch {
                for fault in error.faults { table.note(number, fault) }
            }
        }
        let userNames = new.map(\.line.userName)
        let numbers = Dictionary(lines.map { ($0.value.userName, $0.line) }) { first, _ in first }
        for freed in try await PeopleStore.freedUserNames(userNames, for: nil, now: now, connection) {
            guard let line = numbers[freed.name] else { continue }
            let until = freed.until.map { $0.rfc3339() } ?? "-"
            table.note(line, ImportFault(.freedUserName, ["text": freed.name, "until": until]))
        }
        try table.check()
        var summary = ImportSummary(known: lines.count - new.count - changed.count)
        summary.add(new.count, .person)
        summary.newUserNames = userNames
        summary.updated = changed.map(updatedPerson)
        let teamsBefore = teams.count
        let newTeams = try await ids(new.map { ($0.person.team, $0.person.office) }, &teams, connection)
        let changedTeams = try await ids(
            changed.map { ($0.setsTeam ? $0.after.team : nil, $0.after.office) }, &teams, connection)
        summary.add(teams.count - teamsBefore, .team)
        // Last, and each in one statement: from here on, taps wait until the end.
        try await connection.query(
            "Import/insert_people",
            [
                "user_names": userNames, "display_names": new.map(\.person.displayName),
                "roles": new.map(\.person.role.rawValue), "offices": new.map(\.person.office), "teams": newTeams,
                "now": PostgresTimestamp(now), "author": author.person,
            ])
        try await carryOut(changed, teams: changedTeams, connection)
        return summary
    }

    /// - Returns: nil if the line changes nothing.
    private func change(
        of person: ImportPeople.Person, by line: Line, _ teams: ImportTeams
    ) throws(LineError) -> Change? {
        guard person.isActive else { throw LineError(.formerUserName, ["text": line.userName]) }
        let before = Newcomer(
            displayName: person.displayName, role: person.role, office: person.office,
            team: person.team.flatMap { teams.name(of: $0) })
        let after = updates ? before.updated(by: line) : try line.newcomer(offices)
        if after == before { return nil }
        guard updates else { throw LineError(.knownOtherwise, ["text": line.userName]) }
        return Change(person: person, before: before, after: after)
    }

    /// The ids of teams, which are added if they do not exist; nil: no team.
    private func ids(
        _ names: [(team: String?, office: OfficeID)], _ teams: inout ImportTeams, _ connection: PostgresConnection
    ) async throws -> [TeamID?] {
        var ids: [TeamID?] = []
        for (team, office) in names {
            if let team {
                ids.append(try await teams.id(of: team, in: office, by: author, now: now, connection))
            } else {
                ids.append(nil)
            }
        }
        return ids
    }

    /// Changes people who are locked, new administrators together with former ones.
    /// - Throws: ``StoreError/ownAccount``, ``StoreError/lastAdministrator``.
    private func carryOut(_ changes: [Change], teams: [TeamID?], _ connection: PostgresConnection) async throws {
        if changes.isEmpty { return }
        for change in changes where author == .person(change.person.id) && change.after.role != change.before.role {
            throw StoreError.ownAccount
        }
        try await keepingAnAdministrator {
            _ = try await connection.query(
                "Import/change_people",
                [
                    "people": changes.map(\.person.id), "display_names": changes.map(\.after.displayName),
                    "roles": changes.map(\.after.role.rawValue), "offices": changes.map(\.after.office),
                    "sets_team": changes.map(\.setsTeam), "teams": teams, "now": PostgresTimestamp(now),
                    "author": author.person,
                ])
        }
        try await connection.notifyAccessChanged()
    }

    private func updatedPerson(_ change: Change) -> UpdatedPerson {
        let (before, after) = (change.before, change.after)
        let values: [(UpdatedPerson.Property, String?, String?)] = [
            (.name, before.displayName, after.displayName), (.role, before.role.rawValue, after.role.rawValue),
            (.office, officeName(before.office), officeName(after.office)), (.team, before.team, after.team),
        ]
        return UpdatedPerson(
            userName: change.person.userName, displayName: before.displayName,
            changes: values.filter { $0.1 != $0.2 }.map { UpdatedPerson.Change(property: $0.0, old: $0.1, new: $0.2) })
    }

    private func officeName(_ office: OfficeID) -> String? { offices.all.first { $0.id == office }?.name }

    /// - Parameter mayOmit: whether the display name and the office can be missing.
    private static func read(_ row: ImportTable.Row, _ offices: ImportOffices, mayOmit: Bool) throws(LineError) -> Line {
        let (user, name, role) = (row["user_name"], row["display_name"], row["role"].lowercased())
        let given = try? UserName.given(user)
        var faults: [ImportFault<LineFault>] = []
        if user.isEmpty {
            faults.append(ImportFault(.noUserName, ["name": name]))
        } else if given == nil {
            faults.append(ImportFault(.badUserName, ["text": user, "most": "\(UserName.longest)"]))
        }
        let displayName = try? PersonName.given(name)
        if displayName == nil, !(mayOmit && name.isEmpty) {
            faults.append(ImportFault(name.isEmpty ? .noDisplayName : .brokenDisplayName))
        }
        let knownRole = Role(rawValue: role)
        if knownRole == nil, !role.isEmpty { faults.append(ImportFault(.badRole, ["text": role])) }
        var (office, team): (OfficeID?, String?) = (nil, nil)
        if !(mayOmit && row["office"].isEmpty) {
            do throws(LineError) { office = try offices.office(row["office"]).id } catch { faults += error.faults }
        }
        do throws(LineError) { team = try ImportTeams.name(row["team"]) } catch { faults += error.faults }
        guard faults.isEmpty, let given else { throw LineError(faults) }
        return Line(
            written: WrittenName(user), userName: given, displayName: displayName, role: knownRole, office: office, team: team)
    }
}
