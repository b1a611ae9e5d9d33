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
    fileprivate struct Line {
        /// As the file has it: it can name one of two people whose names differ in the spelling only.
        var written: WrittenName
        /// In its kept form.
        var userName: String
        var displayName: String?
        var role: Role?
        var office: OfficeID?
        var team: String?
        var details: PersonDetails
        var lastDay: CivilDate?

        /// A new person.
        /// - Throws: ``LineError`` if the display name or the office is missing.
        func newcomer(_ offices: ImportOffices) throws(LineError) -> Newcomer {
            guard let displayName else { throw LineError.missing("display_name") }
            return Newcomer(
                displayName: displayName, role: role ?? .employee, office: try officeID(offices), team: team,
                details: details, lastDay: lastDay)
        }

        private func officeID(_ offices: ImportOffices) throws(LineError) -> OfficeID {
            if let office { return office }
            return try offices.office("").id
        }
    }

    /// The properties of a person on a line.
    fileprivate struct Newcomer: Equatable {
        var displayName: String
        var role: Role
        var office: OfficeID
        var team: String?
        var details: PersonDetails
        var lastDay: CivilDate?

        /// The person with the values of a line. A team of the former office does not stay.
        func updated(by line: Line) -> Newcomer {
            var person = self
            if let name = line.displayName { person.displayName = name }
            if let role = line.role { person.role = role }
            if let office = line.office { person.office = office }
            if let team = line.team { person.team = team } else if person.office != office { person.team = nil }
            person.details.update(by: line.details)
            if let day = line.lastDay { person.lastDay = day }
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
        lines = table.map { row throws(LineError) in try Self.read(row, offices, mayOmit: updates, now: now) }
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
        var numbers = ImportedNumbers()
        for (number, line) in lines {
            do throws(LineError) {
                let known = try people.person(line.written)
                try seen.add(
                    known.map { .known($0.id) } ?? .new(key: UserName.key(line.userName)), "'\(line.userName)'", line: number)
                if let known {
                    guard let change = try change(of: known, by: line, teams) else { continue }
                    numbers.add(change.after, of: known.id, line: number)
                    changed.append(change)
                } else {
                    // Existing user names may have a space: they can come from an identity provider.
                    guard !line.userName.contains(where: \.isWhitespace) else {
                        throw LineError(.spaceInUserName, ["text": line.userName])
                    }
                    let newcomer = try line.newcomer(offices)
                    numbers.add(newcomer, of: nil, line: number)
                    new.append((line, newcomer))
                }
            } catch {
                for fault in error.faults { table.note(number, fault) }
            }
        }
        let userNames = new.map(\.line.userName)
        for line in try await numbers.taken(connection) { table.note(line, ImportFault(.numberTaken)) }
        let linesOfUsers = Dictionary(lines.map { ($0.value.userName, $0.line) }) { first, _ in first }
        for freed in try await PeopleStore.freedUserNames(userNames, for: nil, now: now, connection) {
            guard let line = linesOfUsers[freed.name] else { continue }
            let until = freed.until.map { $0.rfc3339() } ?? "-"
            table.note(line, ImportFault(.freedUserName, ["text": freed.name, "until": until]))
        }
        try table.check()
        var summary = ImportSummary(known: lines.count - new.count - changed.count)
        summary.add(new.count, .person)
        summary.newPeople = new.map { ImportSummary.NewPerson(userName: $0.line.userName, displayName: $0.person.displayName) }
        summary.updated = changed.map(updatedPerson)
        let teamsBefore = teams.count
        let newTeams = try await ids(new.map { ($0.person.team, $0.person.office) }, &teams, connection)
        let changedTeams = try await ids(
            changed.map { ($0.setsTeam ? $0.after.team : nil, $0.after.office) }, &teams, connection)
        summary.add(teams.count - teamsBefore, .team)
        // Last, and each in one statement: from here on, taps wait until the end.
        try await carryOut(changed, teams: changedTeams, connection)
        try await connection.query(
            "Import/insert_people",
            [
                "user_names": userNames, "display_names": new.map(\.person.displayName),
                "roles": new.map(\.person.role.rawValue), "offices": new.map(\.person.office), "teams": newTeams,
                "numbers": new.map(\.person.details.personnelNumber), "emails": new.map(\.person.details.email?.text),
                "readings": new.map(\.person.details.reading), "first_days": new.map(\.person.details.firstDay?.dayNumber),
                "last_days": new.map(\.person.lastDay?.dayNumber),
                "now": PostgresTimestamp(now), "author": author.person,
            ])
        return summary
    }

    /// - Returns: nil if the line changes nothing.
    private func change(
        of person: ImportPeople.Person, by line: Line, _ teams: ImportTeams
    ) throws(LineError) -> Change? {
        guard person.isActive else { throw LineError(.formerUserName, ["text": line.userName]) }
        let before = Newcomer(
            displayName: person.displayName, role: person.role, office: person.office,
            team: person.team.flatMap { teams.name(of: $0) }, details: person.details, lastDay: person.lastDay)
        var after = updates ? before.updated(by: line) : try line.newcomer(offices)
        if !updates {
            // A file need not have what is known from elsewhere.
            after.details = before.details
            after.details.update(by: line.details)
            after.lastDay = line.lastDay ?? before.lastDay
        }
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
        for change in changes where author == .person(change.person.id) {
            guard change.after.role == change.before.role, change.after.lastDay == change.before.lastDay else {
                throw StoreError.ownAccount
            }
        }
        // First, so that people can exchange their numbers.
        let renumbered = changes.filter { $0.after.details.personnelNumber != $0.before.details.personnelNumber }
        try await connection.query("Import/clear_numbers", ["people": renumbered.map(\.person.id)])
        try await keepingAnAdministrator {
            _ = try await connection.query(
                "Import/change_people",
                [
                    "people": changes.map(\.person.id), "display_names": changes.map(\.after.displayName),
                    "roles": changes.map(\.after.role.rawValue), "offices": changes.map(\.after.office),
                    "sets_team": changes.map(\.setsTeam), "teams": teams,
                    "old_numbers": changes.map(\.before.details.personnelNumber),
                    "numbers": changes.map(\.after.details.personnelNumber),
                    "emails": changes.map(\.after.details.email?.text), "readings": changes.map(\.after.details.reading),
                    "first_days": changes.map(\.after.details.firstDay?.dayNumber),
                    "last_days": changes.map(\.after.lastDay?.dayNumber), "now": PostgresTimestamp(now),
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
            (.personnelNumber, before.details.personnelNumber, after.details.personnelNumber),
            (.email, before.details.email?.text, after.details.email?.text),
            (.reading, before.details.reading, after.details.reading),
            (.firstDay, before.details.firstDay?.description, after.details.firstDay?.description),
            (.lastDay, before.lastDay?.description, after.lastDay?.description),
        ]
        return UpdatedPerson(
            userName: change.person.userName, displayName: before.displayName,
            changes: values.filter { $0.1 != $0.2 }.map { UpdatedPerson.Change(property: $0.0, old: $0.1, new: $0.2) })
    }

    private func officeName(_ office: OfficeID) -> String? { offices.all.first { $0.id == office }?.name }

    /// - Parameter mayOmit: whether the display name and the office can be missing.
    private static func read(
        _ row: ImportTable.Row, _ offices: ImportOffices, mayOmit: Bool, now: Instant
    ) throws(LineError) -> Line {
        let (user, name, role) = (row["user_name"], row["display_name"], row["role"].lowercased())
        let given = try? UserName.given(user)
        var faults: [ImportFault<LineFault>] = []
        if user.isEmpty {
            faults.append(ImportFault(.missing, ["column": "user_name", "name": name]))
        } else if given == nil {
            faults.append(ImportFault(.badUserName, ["text": user, "most": "\(UserName.longest)"]))
        }
        let displayName = try? PersonName.given(name)
        if displayName == nil, !(mayOmit && name.isEmpty) {
            faults.append(
                name.isEmpty
                    ? ImportFault(.missing, ["column": "display_name"])
                    : ImportFault(.badText, ["column": "display_name", "most": "\(PersonName.longest)"]))
        }
        let knownRole = Role(rawValue: role)
        if knownRole == nil, !role.isEmpty { faults.append(ImportFault(.badRole, ["text": role])) }
        var (office, team): (OfficeID?, String?) = (nil, nil)
        if !(mayOmit && row["office"].isEmpty) {
            do throws(LineError) { office = try offices.office(row["office"]).id } catch { faults += error.faults }
        }
        do throws(LineError) { team = try ImportTeams.name(row["team"]) } catch { faults += error.faults }
        func value<Value>(_ column: String, _ fault: LineFault, most: Int = 0, _ read: (String) -> Value?) -> Value? {
            let text = row[column]
            if text.isEmpty { return nil }
            let value = read(text)
            if value == nil { faults.append(ImportFault(fault, ["text": text, "column": column, "most": "\(most)"])) }
            return value
        }
        let details = PersonDetails(
            personnelNumber: value("personnel_number", .badText, most: ThingName.longest) { try? ThingName.given($0) },
            email: value("email", .badEmail) { MailAddress($0) },
            reading: value("reading", .badText, most: PersonName.longest) { try? PersonName.given($0) },
            firstDay: value("first_day", .badDay) { CivilDate(entered: $0) })
        let lastDay = value("last_day", .badDay) { CivilDate(entered: $0) }
        // No clock is behind UTC by more than 12 hours.
        let today = CivilDate(daysSince1970: (now.seconds - 43_200) / 86_400)
        if let lastDay, lastDay < today { faults.append(ImportFault(.dayOver, ["text": row["last_day"]])) }
        if let lastDay, lastDay > Account.latestLastDay(from: today) {
            faults.append(ImportFault(.badDay, ["text": row["last_day"], "column": "last_day"]))
        }
        guard faults.isEmpty, let given else { throw LineError(faults) }
        return Line(
            written: WrittenName(user), userName: given, displayName: displayName, role: knownRole, office: office, team: team,
            details: details, lastDay: lastDay)
    }
}

/// The personnel numbers of a file.
private struct ImportedNumbers {
    private struct Key: Hashable {
        let office: OfficeID
        let number: String
    }

    private var lines: [Key: (line: Int, person: PersonID?)] = [:]
    private var people: Set<PersonID> = []
    /// Lines with the number of an earlier line.
    private var repeated: [Int] = []

    mutating func add(_ person: PeopleImport.Newcomer, of id: PersonID?, line: Int) {
        if let id { people.insert(id) }
        guard let number = person.details.personnelNumber else { return }
        let key = Key(office: person.office, number: number)
        if lines[key] == nil { lines[key] = (line, id) } else { repeated.append(line) }
    }

    /// The lines whose number another person of the office has afterwards.
    func taken(_ connection: PostgresConnection) async throws -> [Int] {
        let owners = try await connection.query(
            "Import/people_of_numbers", ["numbers": Set(lines.keys.map(\.number)).sorted()])
        return try repeated
            + owners.compactMap { row in
                let (owner, office): (PersonID, OfficeID) = (try row.get("id"), try row.get("office_id"))
                // A changed person has the number of the own line afterwards.
                guard !people.contains(owner),
                    let taken = lines[Key(office: office, number: try row.get("personnel_number"))]
                else { return nil }
                return taken.line
            }
    }
}
