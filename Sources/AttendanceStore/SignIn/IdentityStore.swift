package import Attendance
import Postgres

/// Identities at the identity provider, and the people they belong to.
package struct IdentityStore: Sendable {
    let pool: PostgresPool
    let secrets: SecretKeeper

    /// Finds out who somebody of an identity provider is here, and brings their role and team up to date. Who is new gets an
    /// account.
    package func signIn(_ provided: ProvidedPerson, now: Instant) async throws -> ProvidedSignIn {
        if try await isErased(issuer: provided.issuer, subject: provided.subject) { return .leftAndErased }
        do {
            return try await pool.withTransaction { connection in
                try await connection.query("SignIn/lock_identity", provided.issuer, provided.subject)
                let known = try await Self.knownOrNew(provided, connection, now: now)
                if known.hasLeft { return .left(userName: known.person.userName) }
                var changes = known.change.map { [$0] } ?? []
                changes += try await Self.follow(provided, known, connection, now: now)
                if !changes.isEmpty { try await connection.notifyAccessChanged() }
                guard let row = try await connection.query("People/person_by_id", known.person.id).first else {
                    return .left(userName: known.person.userName)
                }
                return .person(try Person(row), changes)
            }
        } catch let error as PostgresError where error.sqlState == "23505" {
            // Somebody else took the user name, or this person was linked, at this moment.
            return .userNameTaken
        } catch let refusal as Refusal {
            return refusal.answer
        } catch StoreError.userNameNotFree(_, let until) {
            return .userNameNotFree(until: until)
        }
    }

    /// Says who somebody who works here is at a provider.
    /// - Throws: ``StoreError/unknownPerson(_:)``, ``StoreError/alreadyExists(_:)``.
    package func link(userName: String, issuer: String, subject: String, now: Instant) async throws {
        let person = try await PeopleStore(pool: pool).person(userName: userName)
        try await naming(.identity(subject: subject, userName: userName)) {
            try await pool.withTransaction { connection in
                try await connection.query("SignIn/insert_identity", issuer, subject, person.id, PostgresTimestamp(now))
                try await AuditStore.note(.identity, old: nil, new: issuer, of: person.id, by: .command, now: now, connection)
            }
        }
    }

    /// Hashes of a person's names at identity providers under the servers' secret. They say that the person left once the names are
    /// erased, and nobody reads the names from them.
    func identityHashes(of person: Int64) async throws -> [PostgresBytes] {
        let identities = try await pool.query("SignIn/identities_of_person", person)
        guard !identities.isEmpty else { return [] }
        let secret = try await secrets.secret()
        return try identities.map { row in
            PostgresBytes(secret.identityHash(issuer: try row.get("issuer"), subject: try row.get("subject")))
        }
    }

    private func isErased(issuer: String, subject: String) async throws -> Bool {
        // Where there is none, no secret is needed and none is made.
        guard try await pool.query("SignIn/has_left_identities")[0].get(0, as: Bool.self) else { return false }
        let hash = PostgresBytes(try await secrets.secret().identityHash(issuer: issuer, subject: subject))
        return try await pool.query("SignIn/left_identity", hash)[0].get(0)
    }

    /// Why a person of a provider is not signed in; thrown, so that nothing of the transaction stays.
    private struct Refusal: Error {
        let answer: ProvidedSignIn
        init(_ answer: ProvidedSignIn) { self.answer = answer }
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

    /// - Throws: ``Refusal``, ``StoreError/userNameNotFree(_:until:)``.
    private static func knownOrNew(
        _ provided: ProvidedPerson, _ connection: PostgresConnection, now: Instant
    ) async throws -> Known {
        let (issuer, subject) = (provided.issuer, provided.subject)
        if let row = try await connection.query("SignIn/person_by_identity", issuer, subject).first { return try Known(row) }
        var change = ProvidedChange.isLinked
        if let row = try await connection.query("SignIn/person_to_identify", provided.userName, issuer).first {
            let known = try Known(row)
            // Whoever may change user names at the provider must not become an administrator by it.
            guard provided.isOwnerOfUserName, known.person.role != .administrator, !known.hasLeft,
                try row.get(7, as: Bool.self) == false
            else {
                if known.hasLeft { return known }
                throw Refusal(.userNameTaken)
            }
            try await connection.query("SignIn/insert_identity", issuer, subject, known.person.id, PostgresTimestamp(now))
            try await AuditStore.note(
                .identity, old: nil, new: issuer, of: known.person.id, by: .provider(issuer), now: now, connection)
        } else {
            guard provided.mayBeNew else { throw Refusal(.noAccount) }
            guard provided.isUserNameVerified else { throw Refusal(.unverifiedUserName) }
            let offices = try await connection.query("Offices/offices").map(Office.init)
            let office = try OfficeStore.office(named: provided.office, among: offices)
            let role = provided.role ?? .employee
            let id = try await PeopleStore.insertPerson(
                userName: provided.userName, displayName: provided.displayName, role: role, office: office.id,
                by: .provider(issuer), now: now, connection)
            try await connection.query("SignIn/insert_identity", issuer, subject, id, PostgresTimestamp(now))
            change = .isNew
        }
        guard let row = try await connection.query("SignIn/person_by_identity", issuer, subject).first else {
            throw Refusal(.userNameTaken)
        }
        return try Known(row, change)
    }

    /// Gives the person the role and the team that the provider says.
    private static func follow(
        _ provided: ProvidedPerson, _ known: Known, _ connection: PostgresConnection, now: Instant
    ) async throws -> [ProvidedChange] {
        let person = known.person
        var (change, changes) = (PersonChange(), [ProvidedChange]())
        if let role = provided.role, role != person.role {
            var remains = false
            if person.role == .administrator {
                let administrators = try await connection.query("People/lock_administrators").map {
                    try $0.get(0, as: Int64.self)
                }
                // Nobody could give the role back.
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
        if change != PersonChange(), let row = try await connection.query("People/lock_person", person.id).first {
            let account = PeopleStore.LockedAccount(person: try Person(row), leftAt: nil)
            try await PeopleStore.change(account, change, by: .provider(provided.issuer), now: now, connection)
        }
        return changes
    }

    /// The team that a person is to be in, none where its number is nil; nil where nothing changes, or the office has no such team.
    private static func team(
        _ choice: ProvidedPerson.TeamChoice, _ known: Known, _ connection: PostgresConnection
    ) async throws -> (id: Int64?, change: ProvidedChange)? {
        guard case .oneOf(let decided, let team) = choice, team != known.team else { return nil }
        guard let team else {
            // A team that the provider does not decide about stays.
            return known.team.map(decided.contains) == true ? (nil, .team(from: known.team, to: nil)) : nil
        }
        guard let row = try await connection.query("People/team_of_office", team, known.person.office).first else { return nil }
        return (try row.get(0), .team(from: known.team, to: team))
    }
}
