package import Attendance
import Postgres

/// Identities at the identity provider, and the people they belong to.
package struct IdentityStore: Sendable {
    let pool: PostgresPool
    let secrets: SecretStore

    /// Finds the person of an identity, and updates the person's role and team from the provider's claims. An unknown person
    /// gets an account if the provider's settings allow it.
    package func signIn(_ provided: ProvidedPerson, now: Instant) async throws -> ProvidedSignIn {
        if try await isErased(issuer: provided.issuer, subject: provided.subject) { return .leftAndErased }
        do {
            return try await pool.withTransaction { connection in
                try await connection.query(
                    "SignIn/lock_identity", ["issuer": provided.issuer, "subject": provided.subject])
                let known = try await Self.knownOrNew(provided, connection, now: now)
                if known.hasLeft { return .left(userName: known.person.userName) }
                var changes = known.change.map { [$0] } ?? []
                changes += try await Self.follow(provided, known, connection, now: now)
                if !changes.isEmpty { try await connection.notifyAccessChanged() }
                guard let row = try await connection.query("People/person_by_id", ["person": known.person.id]).first else {
                    return .left(userName: known.person.userName)
                }
                return .person(try Person(row), changes)
            }
        } catch let error as PostgresError where error.sqlState == "23505" {
            // Another transaction took the user name, or linked this person, at the same time.
            return .userNameTaken
        } catch let refusal as Refusal {
            return refusal.answer
        } catch StoreError.userNameNotFree(_, let until) {
            return .userNameNotFree(until: until)
        }
    }

    /// Links a current employee to an identity at a provider.
    /// - Throws: ``StoreError/unknownPerson(_:)``, ``StoreError/alreadyExists(_:)``.
    package func link(userName: String, issuer: String, subject: String, now: Instant) async throws {
        let person = try await PeopleStore(pool: pool).person(userName: userName)
        try await naming(.identity(subject: subject, userName: userName)) {
            try await pool.withTransaction { connection in
                try await Self.insertIdentity(of: person.id, issuer: issuer, subject: subject, now: now, connection)
                try await AdminLogEntry.note(
                    .identity, old: nil, new: issuer, of: person.id, by: .command, now: now, connection)
            }
        }
    }

    /// Keyed hashes (servers' secret) of a person's identities at providers. After erasure they identify the person as a
    /// former employee, without revealing the identities.
    func identityHashes(of person: PersonID) async throws -> [PostgresBytes] {
        let identities = try await pool.query("SignIn/identities_of_person", ["person": person])
        guard !identities.isEmpty else { return [] }
        let secret = try await secrets.secret()
        return try identities.map { row in
            PostgresBytes(secret.identityHash(issuer: try row.get("issuer"), subject: try row.get("subject")))
        }
    }

    private func isErased(issuer: String, subject: String) async throws -> Bool {
        // Without stored hashes no secret is needed, so none is created.
        let hasAny = try await pool.query("SignIn/has_left_identities")[0].get("has_left_identities", as: Bool.self)
        guard hasAny else { return false }
        let hash = PostgresBytes(try await secrets.secret().identityHash(issuer: issuer, subject: subject))
        return try await pool.query("SignIn/left_identity", ["hash": hash])[0].get("has_left")
    }

    /// The reason why a person is not signed in. Thrown, so that the transaction is rolled back.
    private struct Refusal: Error {
        let answer: ProvidedSignIn
        init(_ answer: ProvidedSignIn) { self.answer = answer }
    }

    private struct Known {
        let person: Person
        var team: String?
        var hasLeft = false
        /// Whether this sign-in linked or created the account; nil if the identity was already known.
        var change: ProvidedChange?

        init(_ row: PostgresRow, _ change: ProvidedChange? = nil) throws {
            person = try Person(row)
            team = try row.getIfPresent("team")
            hasLeft = try row.getIfPresent("left_at", as: PostgresTimestamp.self) != nil
            self.change = change
        }
    }

    /// - Throws: ``Refusal``, ``StoreError/userNameNotFree(_:until:)``.
    private static func knownOrNew(
        _ provided: ProvidedPerson, _ connection: PostgresConnection, now: Instant
    ) async throws -> Known {
        let (issuer, subject) = (provided.issuer, provided.subject)
        if let row = try await personRow(issuer: issuer, subject: subject, connection) { return try Known(row) }
        var change = ProvidedChange.isLinked
        if let row = try await connection.query(
            "SignIn/person_to_identify", ["issuer": issuer, "user_name": provided.userName]
        ).first {
            let known = try Known(row)
            // A provider may give a name in other characters, such as full-width letters, to another person.
            let hasSameSpelling = known.person.userName.lowercased() == provided.userName.lowercased()
            // A person who can change user names at the provider must not become an administrator that way.
            guard provided.isOwnerOfUserName, hasSameSpelling, known.person.role != .administrator, !known.hasLeft,
                try row.get("has_identity", as: Bool.self) == false
            else {
                if known.hasLeft { return known }
                throw Refusal(.userNameTaken)
            }
            try await insertIdentity(of: known.person.id, issuer: issuer, subject: subject, now: now, connection)
            try await AdminLogEntry.note(
                .identity, old: nil, new: issuer, of: known.person.id, by: .provider(issuer), now: now, connection)
        } else {
            guard provided.mayBeNew else { throw Refusal(.noAccount) }
            guard provided.isUserNameVerified else { throw Refusal(.unverifiedUserName) }
            let offices = try await connection.query("Offices/offices", ["office": nil]).map(Office.init)
            let office = try OfficeStore.office(named: provided.office, among: offices)
            let role = provided.role ?? .employee
            let id = try await PeopleStore.insertPerson(
                userName: provided.userName, displayName: provided.displayName, role: role, office: office.id,
                by: .provider(issuer), now: now, connection)
            try await insertIdentity(of: id, issuer: issuer, subject: subject, now: now, connection)
            change = .isNew
        }
        guard let row = try await personRow(issuer: issuer, subject: subject, connection) else {
            throw Refusal(.userNameTaken)
        }
        return try Known(row, change)
    }

    private static func personRow(
        issuer: String, subject: String, _ connection: PostgresConnection
    ) async throws -> PostgresRow? {
        try await connection.query("SignIn/person_by_identity", ["issuer": issuer, "subject": subject]).first
    }

    private static func insertIdentity(
        of person: PersonID, issuer: String, subject: String, now: Instant, _ connection: PostgresConnection
    ) async throws {
        try await connection.query(
            "SignIn/insert_identity",
            ["issuer": issuer, "subject": subject, "person": person, "now": PostgresTimestamp(now)])
    }

    /// Sets the person's role and team from the provider's claims.
    private static func follow(
        _ provided: ProvidedPerson, _ known: Known, _ connection: PostgresConnection, now: Instant
    ) async throws -> [ProvidedChange] {
        let person = known.person
        var (change, changes) = (PersonChange(), [ProvidedChange]())
        if let role = provided.role, role != person.role {
            var remains = false
            if person.role == .administrator {
                let administrators = try await connection.query("People/lock_administrators").map {
                    try $0.get("id", as: PersonID.self)
                }
                // Without an administrator, the role could not be assigned again.
                remains = administrators == [person.id]
            }
            if !remains { change.role = role }
            changes.append(remains ? .remainsLastAdministrator : .role(from: person.role, to: role))
        }
        if let team = try await team(provided.team, known, connection) {
            change.team = team.id.map { .team($0) } ?? PersonChange.Place.none
            changes.append(team.change)
        } else if case .oneOf(_, let team?) = provided.team, team != known.team {
            changes.append(.unknownTeam(team))
        }
        if change != PersonChange(),
            let row = try await connection.query("People/lock_person", ["person": person.id]).first
        {
            let account = PeopleStore.LockedAccount(person: try Person(row), leftAt: nil, lastDay: nil)
            try await PeopleStore.change(account, change, by: .provider(provided.issuer), now: now, connection)
        }
        return changes
    }

    /// The change of the person's team. A nil id means no team.
    /// - Returns: nil if nothing changes, or if the office has no such team.
    private static func team(
        _ choice: ProvidedPerson.TeamChoice, _ known: Known, _ connection: PostgresConnection
    ) async throws -> (id: TeamID?, change: ProvidedChange)? {
        guard case .oneOf(let decided, let team) = choice, team != known.team else { return nil }
        guard let team else {
            // The provider removes people only from teams that its settings list.
            return known.team.map(decided.contains) == true ? (nil, .team(from: known.team, to: nil)) : nil
        }
        let rows = try await connection.query("People/team_of_office", ["name": team, "office": known.person.office])
        guard let row = rows.first else { return nil }
        return (try row.get("id"), .team(from: known.team, to: team))
    }
}
