package import Attendance
import Postgres

extension PeopleStore {
    /// The accounts that match the filter, in the order of names: reading, or else display name.
    package func accounts(_ filter: AccountFilter, limit: Int64, after: Int64 = 0) async throws -> [Account] {
        try await pool.query(
            "People/search_people",
            [
                "name": filter.name, "office": filter.office, "team": filter.team, "role": filter.role?.rawValue,
                "has_left": filter.hasLeft, "limit": limit, "offset": after,
            ]
        ).map(Account.init)
    }

    /// The accounts of these people, by id.
    package func accounts(of people: [PersonID]) async throws -> [Account] {
        try await pool.query("People/accounts", ["people": people]).map(Account.init)
    }

    /// The people whose user names differ only in their spelling (``UserName/key(_:)``), from before names were compared so:
    /// one list for each name, the oldest account first.
    package func peopleOfOneUserName() async throws -> [[Person]] {
        let people = try await pool.query("People/people_of_one_user_name").map(Person.init)
        return Dictionary(grouping: people) { UserName.key($0.userName) }.sorted { $0.key < $1.key }.map(\.value)
    }

    /// The account of a current or former employee, and the number of valid API keys.
    /// - Throws: ``StoreError/unknownPerson(_:)``.
    package func account(userName: String) async throws -> (account: Account, keys: Int64) {
        guard let row = try await pool.query("People/account", ["user_name": userName]).first else {
            throw StoreError.unknownPerson(userName)
        }
        return (try Account(row), try row.get("keys"))
    }
}

extension PeopleStore {
    /// Those of `names` that belonged to other people so recently that readers may still hold taps for them, sorted.
    /// - Parameter person: the person who gets the names, who may reuse own earlier names; nil: a new person.
    static func freedUserNames(
        _ names: [String], for person: PersonID?, now: Instant, _ connection: PostgresConnection
    ) async throws -> [FreedUserName] {
        try await connection.query(
            "People/freed_user_names", ["user_names": names, "person": person, "now": PostgresTimestamp(now)]
        ).map { row in
            FreedUserName(name: try row.get("name"), until: try row.instantIfPresent("until"))
        }
    }

    /// - Throws: ``StoreError/userNameNotFree(_:until:)`` for the first name that is not free.
    static func checkIsFree(
        _ names: [String], for person: PersonID?, now: Instant, _ connection: PostgresConnection
    ) async throws {
        if let freed = try await freedUserNames(names, for: person, now: now, connection).first {
            throw StoreError.userNameNotFree(freed.name, until: freed.until)
        }
    }
}
