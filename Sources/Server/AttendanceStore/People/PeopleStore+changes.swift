package import Attendance
import Postgres

extension PeopleStore {
    /// Changes a person's account, and logs each change. The person's record refers to the person by id and does not change.
    /// - Throws: ``StoreError/unknownPerson(_:)``, ``StoreError/alreadyExists(_:)``, ``StoreError/ownAccount`` if
    ///   administrators change their own role, ``StoreError/lastAdministrator``, ``StoreError/teamOfOtherOffice(_:office:)``.
    package func change(_ person: PersonID, _ change: PersonChange, by author: ChangeAuthor, now: Instant) async throws {
        try await self.change([person], change, by: author, now: now)
    }

    /// How many people a change affected.
    package struct ChangedPeople: Sendable, Equatable {
        package var changed = 0
        /// Those of them who left their team because it belongs to another office.
        package var leftTeam = 0

        package init(changed: Int = 0, leftTeam: Int = 0) { (self.changed, self.leftTeam) = (changed, leftTeam) }
    }

    /// Changes the accounts of people, all or none.
    /// - Throws: as ``change(_:_:by:now:)``, for the first person whose account cannot be changed.
    @discardableResult
    package func change(
        _ people: [PersonID], _ change: PersonChange, by author: ChangeAuthor, now: Instant
    ) async throws -> ChangedPeople {
        try await withAccounts(people, change.userName) { connection, accounts in
            var count = ChangedPeople()
            for account in accounts {
                if case .team(let team) = change.team {
                    try await Self.requireOffice(
                        change.office ?? account.person.office, of: team, for: account.person.id, connection)
                }
                let fields = try await Self.change(account, change, by: author, now: now, connection)
                if !fields.isEmpty { count.changed += 1 }
                if change.team == nil, fields.contains(AdminLogEntry.Field.team.rawValue) { count.leftTeam += 1 }
            }
            return count
        }
    }

    /// When a person leaves.
    package enum Leaving: Sendable, Equatable {
        /// Already, or now.
        case at(Instant)
        /// At the end of a day to come.
        case after(CivilDate)
    }

    /// Records that current employees leave, or their last day, all or none.
    /// - Throws: as ``leave(_:at:by:now:)``, for the first person who cannot leave.
    package func leave(
        _ people: [PersonID], when: (Person) throws -> Leaving, by author: ChangeAuthor, now: Instant
    ) async throws {
        try await withAccounts(people) { connection, accounts in
            for account in accounts {
                switch try when(account.person) {
                case .at(let instant): try await Self.leave(account, at: instant, by: author, now: now, connection)
                case .after(let day):
                    try Self.requireCanLeave(account, author)
                    try await Self.change(account, PersonChange(lastDay: day), by: author, now: now, connection)
                }
            }
        }
    }

    /// Records that the people leave whose last day is over. Several servers may do this at the same time.
    /// - Returns: those who cannot leave, such as the last administrator.
    package func carryOutLeavings(_ calendars: OfficeCalendars, now: Instant) async throws -> [PersonID] {
        var refused: [PersonID] = []
        for row in try await pool.query("People/people_leaving") {
            let (person, author): (PersonID, PersonID?) = (try row.get("id"), try row.getIfPresent("author_id"))
            guard let day = try row.dayIfPresent("last_day") else { continue }
            let zone = calendars[try row.get("office_id", as: OfficeID.self)].zone(at: now.seconds)
            let end = Instant(millisecondsSince1970: zone.midnight(after: day) * 1000)
            guard end <= now else { continue }
            do {
                try await withAccount(person) { connection, account in
                    // Another server was faster, or the day has changed since.
                    guard account.leftAt == nil, account.lastDay == day else { return }
                    try await Self.leave(account, at: end, by: ChangeAuthor(author), now: now, connection)
                }
            } catch is StoreError {
                refused.append(person)
            }
        }
        return refused
    }

    /// Moves people to the office and team of their employment of today, if HR recorded or removed one. The log names that person of HR
    /// as the author. Several servers may do this at the same time.
    /// - Returns: those who cannot be moved, because the team belongs to another office.
    package func carryOutTransfers(now: Instant) async throws -> [PersonID] {
        var refused: [PersonID] = []
        for row in try await pool.query("People/people_to_transfer", ["person": nil]) {
            let person: PersonID = try row.get("id")
            do {
                try await withAccount(person) { connection, account in
                    // From here on, HR records and removes nothing.
                    _ = try await connection.query("Taps/lock_log")
                    // No row: another server was faster, or the account or its employments have changed since.
                    guard let row = try await connection.query("People/people_to_transfer", ["person": person]).first
                    else { return }
                    let office: OfficeID = try row.get("office_id")
                    var place = PersonChange.Place.none
                    if let team: TeamID = try row.getIfPresent("team_id") {
                        try await Self.requireOffice(office, of: team, for: person, connection)
                        place = .team(team)
                    }
                    try await Self.change(
                        account, PersonChange(office: office, team: place), by: ChangeAuthor(try row.getIfPresent("author_id")),
                        now: now, connection)
                }
            } catch is StoreError {
                refused.append(person)
            }
        }
        return refused
    }

    /// Records that a current employee leaves.
    /// - Throws: as ``change(_:_:by:now:)``; ``StoreError/ownAccount`` if `author` is this person.
    package func leave(_ person: PersonID, at instant: Instant, by author: ChangeAuthor, now: Instant) async throws {
        try await leave([person], when: { _ in .at(instant) }, by: author, now: now)
    }

    /// Records that a former employee works here again, or withdraws the last day of a current one. The record continues; earlier
    /// badges and keys stay invalid.
    /// - Throws: ``StoreError/unknownPerson(_:)``.
    package func reinstate(_ person: PersonID, by author: ChangeAuthor, now: Instant) async throws {
        try await withAccount(person) { connection, account in
            try await Self.reinstate(account, by: author, now: now, connection)
        }
    }

    /// Adds a person, and logs the author.
    /// - Throws: ``StoreError/alreadyExists(_:)``, ``StoreError/userNameNotFree(_:until:)``,
    ///   ``StoreError/teamOfOtherOffice(_:office:)``.
    @discardableResult
    package func addPerson(
        userName: String, displayName: String, role: Role, office: OfficeID, team: TeamID? = nil, by author: ChangeAuthor,
        now: Instant
    ) async throws -> PersonID {
        try await naming(.person(userName)) {
            try await pool.withTransaction { connection in
                let person = try await Self.insertPerson(
                    userName: userName, displayName: displayName, role: role, office: office, by: author, now: now, connection)
                if let team {
                    try await Self.requireOffice(office, of: team, for: person, connection)
                    let change = ChangePersonStatement(
                        person: person, change: PersonChange(team: .team(team)), endsManaging: false, author: author, now: now)
                    _ = try await connection.pipeline([change.command])
                }
                return person
            }
        }
    }

    /// Adds or removes a manager of a team, and logs the change. Repetition has no effect.
    package func setManager(
        _ person: PersonID, of team: TeamID, to manages: Bool, by author: ChangeAuthor, now: Instant
    ) async throws {
        // The lock serializes this with a concurrent change of the role.
        try await withAccount(person) { connection, _ in
            try await Self.setManager(person, of: team, to: manages, by: author, now: now, connection)
        }
    }
}

extension PeopleStore {
    /// Requires that a person joins only a team of their own office.
    private static func requireOffice(
        _ office: OfficeID, of team: TeamID, for person: PersonID, _ connection: PostgresConnection
    ) async throws {
        let other = try await connection.query(
            "People/team_of_other_office", ["team": team, "office": office, "person": person]
        ).first
        if let other { throw StoreError.teamOfOtherOffice(try other.get("name"), office: try other.get("office_name")) }
    }

    /// A locked person whose account is being changed.
    struct LockedAccount {
        let person: Person
        let leftAt: Instant?
        let lastDay: CivilDate?
    }

    /// Lends the locked account, and notifies all servers afterwards.
    func withAccount<Value: Sendable>(
        _ person: PersonID, _ body: (PostgresConnection, LockedAccount) async throws -> Value
    ) async throws -> Value {
        try await withAccounts([person]) { connection, accounts in try await body(connection, accounts[0]) }
    }

    /// Lends the locked accounts, by id, and notifies all servers afterwards.
    /// - Parameter name: the new user name, if any.
    private func withAccounts<Value: Sendable>(
        _ people: [PersonID], _ name: String? = nil, _ body: (PostgresConnection, [LockedAccount]) async throws -> Value
    ) async throws -> Value {
        try await naming(.person(name ?? "")) {
            try await keepingAnAdministrator {
                try await pool.withTransaction { connection in
                    // All people before the log, which a change of one of them locks.
                    var accounts: [LockedAccount] = []
                    for person in people.sorted() { accounts.append(try await Self.locked(person, connection)) }
                    let value = try await body(connection, accounts)
                    try await connection.notifyAccessChanged()
                    return value
                }
            }
        }
    }

    static func locked(_ person: PersonID, _ connection: PostgresConnection) async throws -> LockedAccount {
        guard let row = try await connection.query("People/lock_person", ["person": person]).first else {
            throw StoreError.unknownPerson("\(person)")
        }
        return LockedAccount(
            person: try Person(row), leftAt: try row.instantIfPresent("left_at"), lastDay: try row.dayIfPresent("last_day"))
    }

    /// - Parameter endsManaging: whether the person stops managing teams whatever else changes.
    /// - Returns: the changed fields, as in the log.
    @discardableResult
    static func change(
        _ account: LockedAccount, _ change: PersonChange, endsManaging: Bool = false, by author: ChangeAuthor, now: Instant,
        _ connection: PostgresConnection
    ) async throws -> [String] {
        let person = account.person
        if let name = change.userName { try await checkIsFree([name], for: person.id, now: now, connection) }
        if let role = change.role, role != person.role, author == .person(person.id) { throw StoreError.ownAccount }
        let statement = ChangePersonStatement(
            person: person.id, change: change, endsManaging: endsManaging, author: author, now: now)
        return try await connection.pipeline([statement.command])[0].map { try $0.get("field") }
    }

    static func leave(
        _ account: LockedAccount, at instant: Instant, by author: ChangeAuthor, now: Instant, _ connection: PostgresConnection
    ) async throws {
        try requireCanLeave(account, author)
        try await connection.query(
            "People/set_left", ["left_at": PostgresTimestamp(instant), "person": account.person.id])
        try await AdminLogEntry.note(
            .left, old: nil, new: instant.rfc3339(), of: account.person.id, by: author, now: now, connection)
    }

    private static func requireCanLeave(_ account: LockedAccount, _ author: ChangeAuthor) throws(StoreError) {
        if author == .person(account.person.id) { throw .ownAccount }
        guard account.leftAt == nil else { throw .unknownPerson(account.person.userName) }
    }

    static func reinstate(
        _ account: LockedAccount, by author: ChangeAuthor, now: Instant, _ connection: PostgresConnection
    ) async throws {
        guard let leftAt = account.leftAt else {
            try await change(account, PersonChange(lastDay: .some(nil)), by: author, now: now, connection)
            return
        }
        try await connection.query("People/set_returned", ["person": account.person.id])
        try await connection.query("People/set_provisioned", ["person": account.person.id])
        try await AdminLogEntry.note(
            .left, old: leftAt.rfc3339(), new: nil, of: account.person.id, by: author, now: now, connection)
    }

    /// Adds a person, and logs the author.
    /// - Throws: ``StoreError/userNameNotFree(_:until:)``.
    static func insertPerson(
        userName: String, displayName: String, role: Role, office: OfficeID, by author: ChangeAuthor, now: Instant,
        _ connection: PostgresConnection
    ) async throws -> PersonID {
        try await checkIsFree([userName], for: nil, now: now, connection)
        let rows = try await connection.query(
            "People/insert_person",
            ["user_name": userName, "display_name": displayName, "role": role.rawValue, "office": office])
        let person = try rows[0].get("person_id", as: PersonID.self)
        try await AdminLogEntry.note(.added, old: nil, new: role.rawValue, of: person, by: author, now: now, connection)
        return person
    }

    static func setManager(
        _ person: PersonID, of team: TeamID, to manages: Bool, by author: ChangeAuthor, now: Instant,
        _ connection: PostgresConnection
    ) async throws {
        let changed = try await connection.query(
            manages ? "People/insert_team_manager" : "People/delete_team_manager", ["team": team, "person": person])
        guard let name = try changed.first?.get("team", as: String.self) else { return }
        try await AdminLogEntry.note(
            .manages, old: manages ? nil : name, new: manages ? name : nil, of: person, by: author, now: now, connection)
    }
}

/// The parameters of `change_person`.
private struct ChangePersonStatement {
    let person: PersonID
    let change: PersonChange
    let endsManaging: Bool
    let author: ChangeAuthor
    let now: Instant

    var command: PostgresCommand {
        let team: TeamID? = if case .team(let id) = change.team { id } else { nil }
        return PostgresCommand(
            "People/change_person",
            [
                "person": person, "user_name": change.userName, "display_name": change.displayName,
                "role": change.role?.rawValue, "office": change.office,
                "hr_offices": change.hrOffices, "sets_team": change.team != nil, "team": team,
                "sets_details": change.details != nil, "personnel_number": change.details?.personnelNumber,
                "email": change.details?.email?.text, "reading": change.details?.reading,
                "first_day": change.details?.firstDay?.dayNumber, "sets_last_day": change.lastDay != nil,
                "last_day": (change.lastDay ?? nil)?.dayNumber,
                "now": PostgresTimestamp(now), "ends_managing": endsManaging, "author": author.person,
                "provisioner": author.provisioner, "issuer": author.issuer,
            ])
    }
}

/// Converts the schema's error for a database without an administrator into ``StoreError/lastAdministrator``.
func keepingAnAdministrator<Value>(_ body: () async throws -> Value) async throws -> Value {
    do {
        return try await body()
    } catch let error as PostgresError where error.sqlState == "DT002" {
        throw StoreError.lastAdministrator
    }
}
