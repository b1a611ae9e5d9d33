package import Attendance
import Postgres

extension SignInLinkStore {
    /// Makes the link by which the first administrator comes in; an earlier one ends. Good for 24 hours.
    /// - Returns: its secret part; nil where an administrator works here.
    package func makeFirstAdministratorLink(now: Instant) async throws -> Secret? {
        let secret = Secret()
        let expiry = PostgresTimestamp(now.adding(seconds: Self.signInLinkLifetime))
        return try await pool.query("SignIn/set_first_administrator_link", secret.hash, expiry).isEmpty ? nil : secret
    }

    /// Whether the link lets somebody in. Uses nothing up.
    package func isFirstAdministratorLink(_ token: String, now: Instant) async throws -> Bool {
        try await !pool.query("SignIn/first_administrator_link", Secret.hash(token), PostgresTimestamp(now)).isEmpty
    }

    /// Makes somebody the first administrator, and uses the link up; nothing is left of it where anything is wrong.
    /// - Returns: nil where the link lets nobody in.
    /// - Throws: ``StoreError/badTimeZone(_:)``, ``StoreError/alreadyExists(_:)``, ``StoreError/unknownOffice(_:)``,
    ///   ``StoreError/userNameNotFree(_:until:)``.
    package func addFirstAdministrator(
        _ newcomer: FirstAdministrator, withLink token: String, now: Instant
    ) async throws -> Person? {
        let id: Int64? = try await pool.withTransaction { connection in
            // Of two who come with the link at once, the second waits here and then finds none.
            let link = try await connection.query(
                "SignIn/use_first_administrator_link", Secret.hash(token), PostgresTimestamp(now))
            if link.isEmpty { return nil }
            let office: Int64
            if let first = try await connection.query("Offices/offices").first {
                office = try first.get("id")
            } else if let new = newcomer.office {
                office = try await OfficeStore(pool: pool).addOffice(
                    name: new.name, timeZone: new.timeZone, dayBoundary: 0, connection)
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
