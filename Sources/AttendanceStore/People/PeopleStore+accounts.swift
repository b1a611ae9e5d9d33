import Attendance
import Postgres

extension PeopleStore {
    /// By display name.
    package func accounts(_ filter: AccountFilter, limit: Int64, after: Int64 = 0) async throws -> [Account] {
        try await pool.query(
            "People/search_people", filter.name, filter.office, filter.team, filter.role?.rawValue, filter.hasLeft, limit, after
        ).map(Account.init)
    }

    /// - Throws: ``StoreError/unknownPerson(_:)``.
    package func account(userName: String) async throws -> (account: Account, keys: Int64) {
        guard let row = try await pool.query("People/account", userName).first else { throw StoreError.unknownPerson(userName) }
        return (try Account(row), try row.get(9))
    }
}

extension PeopleStore {
    /// Which of `names` are not free yet, in the order of the names.
    /// - Parameter person: who is to have them; nil: a new person. People may have their own earlier names again.
    static func freedUserNames(
        _ names: [String], for person: Int64?, now: Instant, _ connection: PostgresConnection
    ) async throws -> [FreedUserName] {
        try await connection.query("People/freed_user_names", names, person, PostgresTimestamp(now)).map { row in
            FreedUserName(name: try row.get("name"), until: try row.instantIfPresent("until"))
        }
    }

    /// - Throws: ``StoreError/userNameNotFree(_:until:)`` for the first that is not.
    static func checkIsFree(
        _ names: [String], for person: Int64?, now: Instant, _ connection: PostgresConnection
    ) async throws {
        if let freed = try await freedUserNames(names, for: person, now: now, connection).first {
            throw StoreError.userNameNotFree(freed.name, until: freed.until)
        }
    }
}
