package import Attendance
import Postgres

extension AttendanceStore {
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
    /// - Throws: ``StoreError/alreadyExists(_:)``.
    @discardableResult
    package func addPerson(
        userName: String, displayName: String, role: Role, office: Int64, team: Int64? = nil, by author: ChangeAuthor,
        now: Instant
    ) async throws -> Int64 {
        try await naming(.person(userName)) {
            try await pool.withTransaction { connection in
                let person = try await connection.query("insert_person", userName, displayName, role.rawValue, office)[0]
                    .get(0, as: Int64.self)
                if let team { try await connection.query("set_team", [person], team) }
                try await Self.note(.added, old: nil, new: role.rawValue, of: person, by: author, now: now, connection)
                return person
            }
        }
    }

    /// Lets somebody manage a team, or no longer, and notes it.
    package func setManager(
        _ person: Int64, of team: Team, to manages: Bool, by author: ChangeAuthor, now: Instant
    ) async throws {
        try await pool.withTransaction { connection in
            try await connection.query(manages ? "insert_team_manager" : "delete_team_manager", team.id, person)
            try await Self.note(
                .manages, old: manages ? nil : team.name, new: manages ? team.name : nil, of: person, by: author, now: now,
                connection)
        }
    }

    /// Notes what was done to somebody's account elsewhere.
    package func note(
        _ field: AdminLogEntry.Field, old: String? = nil, new: String? = nil, of person: Int64, by author: ChangeAuthor,
        now: Instant
    ) async throws {
        try await pool.withConnection { connection in
            try await Self.note(field, old: old, new: new, of: person, by: author, now: now, connection)
        }
    }

    /// What was done to somebody's account, the latest first.
    package func adminLog(of person: Int64, limit: Int64 = 200) async throws -> [AdminLogEntry] {
        try await pool.query("admin_log_of_person", person, limit).map { row in
            let author: AdminLogEntry.Author =
                if let user = try row.getIfPresent(1, as: String.self) {
                    .person(userName: user, displayName: try row.get(2))
                } else if let provisioner = try row.getIfPresent(3, as: String.self) {
                    .provisioner(provisioner)
                } else {
                    .command
                }
            return AdminLogEntry(
                at: try row.instant(0), author: author, field: try row.choice(4), old: try row.getIfPresent(5),
                new: try row.getIfPresent(6))
        }
    }
}

extension AttendanceStore {
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
                    guard let row = try await connection.query("lock_person", person).first else {
                        throw StoreError.unknownPerson("\(person)")
                    }
                    let account = LockedAccount(person: try Person(row), leftAt: try row.instantIfPresent(5))
                    let value = try await body(connection, account)
                    try await connection.query("notify", Self.accessChannel, "")
                    return value
                }
            }
        }
    }

    static func change(
        _ account: LockedAccount, _ change: PersonChange, by author: ChangeAuthor, now: Instant,
        _ connection: PostgresConnection
    ) async throws {
        let person = account.person
        if let role = change.role, role != person.role, author == .person(person.id) { throw StoreError.ownAccount }
        let team: Int64? = if case .team(let id) = change.team { id } else { nil }
        try await connection.query(
            "change_person", person.id, change.userName, change.displayName, change.role?.rawValue, change.office,
            change.team != nil, team, PostgresTimestamp(now), author.person, author.provisioner)
    }

    static func leave(
        _ account: LockedAccount, at instant: Instant, by author: ChangeAuthor, now: Instant, _ connection: PostgresConnection
    ) async throws {
        if author == .person(account.person.id) { throw StoreError.ownAccount }
        guard account.leftAt == nil else { throw StoreError.unknownPerson(account.person.userName) }
        try await connection.query("set_left", account.person.id, PostgresTimestamp(instant))
        try await note(.left, old: nil, new: instant.rfc3339(), of: account.person.id, by: author, now: now, connection)
    }

    static func takeBack(
        _ account: LockedAccount, by author: ChangeAuthor, now: Instant, _ connection: PostgresConnection
    ) async throws {
        guard let leftAt = account.leftAt else { return }
        try await connection.query("set_returned", account.person.id)
        try await connection.query("set_provisioned", account.person.id)
        try await note(.left, old: leftAt.rfc3339(), new: nil, of: account.person.id, by: author, now: now, connection)
    }

    static func note(
        _ field: AdminLogEntry.Field, old: String?, new: String?, of person: Int64, by author: ChangeAuthor, now: Instant,
        _ connection: PostgresConnection
    ) async throws {
        try await connection.query(
            "insert_admin_log", PostgresTimestamp(now), author.person, author.provisioner, person, field.rawValue, old, new)
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
