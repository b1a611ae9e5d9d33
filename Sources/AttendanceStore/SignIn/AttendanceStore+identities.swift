package import Attendance
import Postgres

extension AttendanceStore {
    /// Finds out who somebody of an identity provider is here, and brings their role and team up to date. Who is new gets an
    /// account.
    package func signIn(_ provided: ProvidedPerson, now: Instant) async throws -> ProvidedSignIn {
        do {
            return try await pool.withTransaction { connection in
                try await connection.query("lock_identity", provided.issuer, provided.subject)
                guard let known = try await Self.knownOrNew(provided, connection, now: now) else { return .userNameTaken }
                if known.hasLeft { return .left(userName: known.person.userName) }
                var changes = known.change.map { [$0] } ?? []
                changes += try await Self.follow(provided.role, known.person, connection)
                changes += try await Self.follow(provided.team, known, connection)
                if !changes.isEmpty { try await connection.query("notify", Self.accessChannel, "") }
                guard let row = try await connection.query("person_by_id", known.person.id).first else {
                    return .left(userName: known.person.userName)
                }
                return .person(try Person(row), changes)
            }
        } catch let error as PostgresError where error.sqlState == "23505" {
            // Somebody else took the user name, or this person was linked, at this moment.
            return .userNameTaken
        }
    }

    /// Says who somebody who works here is at a provider.
    /// - Throws: ``StoreError/unknownPerson(_:)``, ``StoreError/alreadyExists(_:)``.
    package func link(userName: String, issuer: String, subject: String, now: Instant) async throws {
        let person = try await person(userName: userName)
        try await naming(.identity(subject: subject, userName: userName)) {
            try await pool.query("insert_identity", issuer, subject, person.id, PostgresTimestamp(now))
        }
    }

    private struct Known {
        let person: Person
        var team: String?
        var hasLeft = false
        /// How they came to be known, where they were not before.
        var change: ProvidedChange?

        init(_ row: PostgresRow, _ change: ProvidedChange? = nil) throws {
            person = try Person(row)
            team = try row.getIfPresent(5)
            hasLeft = try row.getIfPresent(6, as: PostgresTimestamp.self) != nil
            self.change = change
        }
    }

    /// - Returns: nil where the user name is somebody's who need not be the same.
    private static func knownOrNew(
        _ provided: ProvidedPerson, _ connection: PostgresConnection, now: Instant
    ) async throws -> Known? {
        let (issuer, subject) = (provided.issuer, provided.subject)
        if let row = try await connection.query("person_by_identity", issuer, subject).first { return try Known(row) }
        var change = ProvidedChange.isLinked
        if let row = try await connection.query("person_to_identify", provided.userName, issuer).first {
            let known = try Known(row)
            // Whoever may change user names at the provider must not become an administrator by it.
            guard provided.isOwnerOfUserName, known.person.role != .administrator, !known.hasLeft,
                try row.get(7, as: Bool.self) == false
            else { return known.hasLeft ? known : nil }
            try await connection.query("insert_identity", issuer, subject, known.person.id, PostgresTimestamp(now))
        } else {
            let offices = try await connection.query("offices").map(Office.init)
            let office = try Self.office(named: provided.office, among: offices)
            let role = provided.role ?? .employee
            let id: Int64 = try await connection.query(
                "insert_person", provided.userName, provided.displayName, role.rawValue, office.id)[0].get(0)
            try await connection.query("insert_identity", issuer, subject, id, PostgresTimestamp(now))
            change = .isNew
        }
        return try await connection.query("person_by_identity", issuer, subject).first.map { try Known($0, change) }
    }

    private static func follow(
        _ role: Role?, _ person: Person, _ connection: PostgresConnection
    ) async throws -> [ProvidedChange] {
        guard let role, role != person.role else { return [] }
        if person.role == .administrator {
            let administrators = try await connection.query("lock_administrators").map { try $0.get(0, as: Int64.self) }
            // Nobody could give the role back.
            if administrators == [person.id] { return [.remainsLastAdministrator] }
        }
        try await connection.query("set_role", person.id, role.rawValue)
        return [.role(from: person.role, to: role)]
    }

    private static func follow(
        _ choice: ProvidedPerson.TeamChoice, _ known: Known, _ connection: PostgresConnection
    ) async throws -> [ProvidedChange] {
        guard case .oneOf(let decided, let team) = choice, team != known.team else { return [] }
        if team == nil, known.team.map(decided.contains) != true { return [] }
        var id: Int64?
        if let team {
            let row = try await connection.query("team_of_office", team, known.person.office).first
            guard let row else { return [.unknownTeam(team)] }
            id = try row.get(0)
        }
        try await connection.query("set_team", [known.person.id], id)
        return [.team(from: known.team, to: team)]
    }
}
