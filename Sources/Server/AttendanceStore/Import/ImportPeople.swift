import Attendance
import Postgres

/// The existing people whom a file names, including people who left.
struct ImportPeople {
    struct Person {
        let id: PersonID
        let userName: String
        let displayName: String
        let role: Role
        let office: OfficeID
        let team: TeamID?
        let details: PersonDetails
        let lastDay: CivilDate?
        let isActive: Bool
    }

    private var people: [String: [Person]] = [:]

    /// The people as they are.
    init(_ userNames: [WrittenName], _ connection: PostgresConnection) async throws {
        try add(try await connection.query("Import/people_to_import", ["user_names": userNames.map(\.text)]))
    }

    /// Locks the people until the end of the transaction, and the author, to whom the account log refers. Nothing may be written
    /// before.
    init(locking userNames: [WrittenName], for author: ChangeAuthor, _ connection: PostgresConnection) async throws {
        let named = try await connection.query("Import/people_to_import", ["user_names": userNames.map(\.text)])
        var people: [PersonID] = try named.map { try $0.get("id") }
        if let author = author.person { people.append(author) }
        try add(try await connection.query("Import/lock_people", ["people": people]))
    }

    private mutating func add(_ rows: some Sequence<PostgresRow>) throws {
        for row in rows {
            let person = Person(
                id: try row.get("id"), userName: try row.get("user_name"), displayName: try row.get("display_name"),
                role: try row.role(), office: try row.get("office_id"), team: try row.getIfPresent("team_id"),
                details: try PersonDetails(row), lastDay: try row.dayIfPresent("last_day"),
                isActive: try row.get("is_active"))
            people[UserName.key(person.userName), default: []].append(person)
        }
    }

    /// The person with this user name; nil: there is none. Two people can have one name in two spellings: then the spelling counts.
    /// - Throws: ``LineError`` if several people have the name, all in other spellings.
    func person(_ userName: WrittenName) throws(LineError) -> Person? {
        let named = people[UserName.key(userName.text)] ?? []
        if named.count <= 1 { return named.first }
        guard let person = named.first(where: { WrittenName($0.userName) == userName }) else {
            throw LineError(.ambiguousUserName, ["text": userName.text])
        }
        return person
    }
}
