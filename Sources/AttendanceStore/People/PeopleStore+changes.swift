package import Attendance
import Postgres

extension PeopleStore {
    /// Changes somebody's account, and notes it. Their record knows them by number and stays as it is.
    /// - Throws: ``StoreError/unknownPerson(_:)``, ``StoreError/alreadyExists(_:)``, ``StoreError/ownAccount`` where
    ///   administrators change their own role, ``StoreError/lastAdministrator``.
    package func change(_ person: Int64, _ change: PersonChange, by author: ChangeAuthor, now: Instant) async throws {
        try await withAccount(person, change.userName) { connection, account in
            try await Self.change(account, change, by: author, now: now, connection)
        }
    }

    /// Notes that somebody who works here left.
    /// - Throws: as ``change(_:_:by:now:)``; nobody notes it of themselves.
    package func leave(_ person: Int64, at instant: Instant, by author: ChangeAuthor, now: Instant) async throws {
        try await withAccount(person) { connection, account in
            try await Self.leave(account, at: instant, by: author, now: now, connection)
        }
    }

    /// Notes that somebody who left works here again. Their record goes on; badges and keys they get anew.
    /// - Throws: ``StoreError/unknownPerson(_:)``.
    package func takeBack(_ person: Int64, by author: ChangeAuthor, now: Instant) async throws {
        try await withAccount(person) { connection, account in
            try await Self.takeBack(account, by: author, now: now, connection)
        }
    }

    /// Adds somebody, and notes by whom.
    /// - Throws: ``StoreError/alreadyExists(_:)``, ``StoreError/userNameNotFree(_:until:)``.
    @discardableResult
    package func addPerson(
        userName: String, displayName: String, role: Role, office: Int64, team: Int64? = nil, by author: ChangeAuthor,
        now: Instant
    ) async throws -> Int64 {
        try await naming(.person(userName)) {
            try await pool.withTransaction { connection in
                let person = try await Self.insertPerson(
                    userName: userName, displayName: displayName, role: role, office: office, by: author, now: now, connection)
                if let team { try await connection.query("People/set_team", [person], team) }
                return person
            }
        }
    }

    /// Lets somebody manage a team, or no longer, and notes it. To say so twice does no harm.
    package func setManager(
        _ person: Int64, of team: Team, to manages: Bool, by author: ChangeAuthor, now: Instant
    ) async throws {
        // Locked, so that a change of the role at the same time comes before or after.
        try await withAccount(person) { connection, _ in
            try await Self.setManager(person, of: team.id, named: team.name, to: manages, by: author, now: now, connection)
        }
    }
}

extension PeopleStore {
    /// Somebody whose account is being changed, locked.
    struct LockedAccount {
        let person: Person
        let leftAt: Instant?
    }

    /// Lends the account, and tells every server process afterwards.
    /// - Parameter name: a user name that is being given.
    func withAccount<Value: Sendable>(
        _ person: Int64, _ name: String? = nil, _ body: (PostgresConnection, LockedAccount) async throws -> Value
    ) async throws -> Value {
        try await naming(.person(name ?? "")) {
            try await keepingAnAdministrator {
                try await pool.withTransaction { connection in
                    guard let row = try await connection.query("People/lock_person", person).first else {
                        throw StoreError.unknownPerson("\(person)")
                    }
                    let account = LockedAccount(person: try Person(row), leftAt: try row.instantIfPresent(5))
                    let value = try await body(connection, account)
                    try await connection.notifyAccessChanged()
                    return value
                }
            }
        }
    }

    /// - Parameter endsManaging: whether the person manages no team afterwards, whatever else changes.
    static func change(
        _ account: LockedAccount, _ change: PersonChange, endsManaging: Bool = false, by author: ChangeAuthor, now: Instant,
        _ connection: PostgresConnection
    ) async throws {
        let person = account.person
        if let name = change.userName { try await checkIsFree([name], for: person.id, now: now, connection) }
        if let role = change.role, role != person.role, author == .person(person.id) { throw StoreError.ownAccount }
        let team: Int64? = if case .team(let id) = change.team { id } else { nil }
        try await connection.query(
            "People/change_person", person.id, change.userName, change.displayName, change.role?.rawValue, change.office,
            change.team != nil, team, PostgresTimestamp(now), author.person, author.provisioner, author.issuer, endsManaging)
    }

    static func leave(
        _ account: LockedAccount, at instant: Instant, by author: ChangeAuthor, now: Instant, _ connection: PostgresConnection
    ) async throws {
        if author == .person(account.person.id) { throw StoreError.ownAccount }
        guard account.leftAt == nil else { throw StoreError.unknownPerson(account.person.userName) }
        try await connection.query("People/set_left", account.person.id, PostgresTimestamp(instant))
        try await AuditStore.note(
            .left, old: nil, new: instant.rfc3339(), of: account.person.id, by: author, now: now, connection)
    }

    static func takeBack(
        _ account: LockedAccount, by author: ChangeAuthor, now: Instant, _ connection: PostgresConnection
    ) async throws {
        guard let leftAt = account.leftAt else { return }
        try await connection.query("People/set_returned", account.person.id)
        try await connection.query("People/set_provisioned", account.person.id)
        try await AuditStore.note(
            .left, old: leftAt.rfc3339(), new: nil, of: account.person.id, by: author, now: now, connection)
    }

    /// Adds a person and notes by whom.
    /// - Throws: ``StoreError/userNameNotFree(_:until:)``.
    static func insertPerson(
        userName: String, displayName: String, role: Role, office: Int64, by author: ChangeAuthor, now: Instant,
        _ connection: PostgresConnection
    ) async throws -> Int64 {
        try await checkIsFree([userName], for: nil, now: now, connection)
        let person = try await connection.query("People/insert_person", userName, displayName, role.rawValue, office)[0].get(
            0, as: Int64.self)
        try await AuditStore.note(.added, old: nil, new: role.rawValue, of: person, by: author, now: now, connection)
        return person
    }

    static func setManager(
        _ person: Int64, of team: Int64, named name: String, to manages: Bool, by author: ChangeAuthor, now: Instant,
        _ connection: PostgresConnection
    ) async throws {
        let changed = try await connection.query(
            manages ? "People/insert_team_manager" : "People/delete_team_manager", team, person)
        guard !changed.isEmpty else { return }
        try await AuditStore.note(
            .manages, old: manages ? nil : name, new: manages ? name : nil, of: person, by: author, now: now, connection)
    }
}

/// Turns the schema's refusal to be without an administrator into ``StoreError/lastAdministrator``.
func keepingAnAdministrator<Value>(_ body: () async throws -> Value) async throws -> Value {
    do {
        return try await body()
    } catch let error as PostgresError where error.sqlState == "DT002" {
        throw StoreError.lastAdministrator
    }
}
