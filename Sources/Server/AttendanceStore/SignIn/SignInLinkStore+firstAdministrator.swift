package import Attendance
import Postgres

extension SignInLinkStore {
    /// Whether an administrator is signed in, or can sign in without a new link.
    package func canAdministratorSignIn(now: Instant) async throws -> Bool {
        let (used, begun) = SessionStore.limits(now)
        return try await pool.query(
            "SignIn/can_administrator_sign_in",
            ["used_since": used, "began_since": begun, "now": PostgresTimestamp(now)])[0].get("can_sign_in")
    }

    /// Creates the link with which the first administrator signs up. It is valid for ``lifetime``. An earlier link stops
    /// working.
    /// - Returns: the link's token; nil if an administrator exists.
    package func makeFirstAdministratorLink(now: Instant) async throws -> Secret? {
        let secret = Secret()
        let expiry = PostgresTimestamp(now + Self.lifetime)
        let rows = try await pool.query(
            "SignIn/set_first_administrator_link", ["token_hash": secret.hash, "expires_at": expiry])
        return rows.isEmpty ? nil : secret
    }

    /// Whether the link is valid. Does not consume it.
    package func isFirstAdministratorLink(_ token: String, now: Instant) async throws -> Bool {
        try await !pool.query(
            "SignIn/first_administrator_link", ["token_hash": Secret.hash(token), "now": PostgresTimestamp(now)]
        ).isEmpty
    }

    /// Adds the first administrator, and consumes the link. If an error is thrown, nothing is stored and the link stays
    /// valid.
    /// - Returns: nil if the link is invalid.
    /// - Throws: ``StoreError/badTimeZone(_:)``, ``StoreError/alreadyExists(_:)``, ``StoreError/unknownOffice(_:)``,
    ///   ``StoreError/userNameNotFree(_:until:)``.
    package func addFirstAdministrator(
        _ newcomer: FirstAdministrator, withLink token: String, now: Instant
    ) async throws -> Person? {
        let id: PersonID? = try await pool.withTransaction { connection in
            // If two requests use the link at once, the second waits here and then gets no row.
            let link = try await connection.query(
                "SignIn/use_first_administrator_link",
                ["token_hash": Secret.hash(token), "now": PostgresTimestamp(now)])
            if link.isEmpty { return nil }
            let office: OfficeID
            if let first = try await connection.query("Offices/offices", ["office": nil]).first {
                office = try first.get("id")
            } else if let new = newcomer.office {
                office = try await OfficeStore(pool: pool).addOffice(
                    name: new.name, timeZone: new.timeZone, dayBoundary: 0, by: nil, now: now, connection)
            } else {
                throw StoreError.unknownOffice("")
            }
            return try await naming(.person(newcomer.userName)) {
                try await PeopleStore.insertPerson(
                    userName: newcomer.userName, displayName: newcomer.displayName, role: .administrator, office: office,
                    by: .command, now: now, connection)
            }
        }
        guard let id else { return nil }
        return try await PeopleStore(pool: pool).person(id)
    }
}
