package import Attendance
import Postgres

/// Accounts that an identity provider manages through SCIM (RFC 7644).
package struct ProvisioningStore: Sendable {
    let pool: PostgresPool

    /// Some of the people of an office whom its provisioners see, and how many there are.
    package func provisionedUsers(
        _ filter: ProvisionedFilter = ProvisionedFilter(), of office: Int64, limit: Int64, after: Int64 = 0
    ) async throws -> (users: [ProvisionedUser], total: Int64) {
        let (user, external, id, name) = (filter.userName, filter.externalID, filter.id, filter.displayName)
        let total = try await pool.query("People/count_scim_users", user, external, id, name, office)[0].get(0, as: Int64.self)
        guard limit > 0, after < total else { return ([], total) }
        let users = try await pool.query("People/scim_users", user, external, id, name, limit, after, office)
        return (try users.map(ProvisionedUser.init), total)
    }

    /// - Returns: nil for a person of another office, too.
    package func provisionedUser(_ id: Int64, of office: Int64) async throws -> ProvisionedUser? {
        try await pool.query("People/scim_user", id, office).first.map(ProvisionedUser.init)
    }

    /// Adds somebody to the provisioner's office. Whoever has the user name already is not touched.
    /// - Throws: ``StoreError/alreadyExists(_:)``, ``StoreError/userNameOfFormer(_:)``,
    ///   ``StoreError/userNameNotFree(_:until:)``.
    package func provision(
        userName: String, displayName: String, isActive: Bool, externalID: String?, by provisioner: Provisioner, now: Instant
    ) async throws -> Int64 {
        try await naming(.person(userName)) {
            try await pool.withTransaction { connection in
                try await Self.checkIsFree(userName, for: nil, connection)
                let person = try await PeopleStore.insertPerson(
                    userName: userName, displayName: displayName, role: .employee, office: provisioner.office,
                    by: .provisioner(provisioner.id), now: now, connection)
                if let externalID { try await connection.query("People/set_external_id", person, externalID) }
                if !isActive { try await connection.query("People/set_left", person, PostgresTimestamp(now)) }
                return person
            }
        }
    }

    /// Changes somebody of the provisioner's office as it says.
    /// - Throws: ``StoreError/unknownPerson(_:)``, also for a person of another office, ``StoreError/alreadyExists(_:)``,
    ///   ``StoreError/userNameOfFormer(_:)``, ``StoreError/userNameNotFree(_:until:)``, ``StoreError/lastAdministrator``.
    package func provision(
        _ change: ProvisionedChange, of person: Int64, by provisioner: Provisioner, now: Instant
    ) async throws {
        let author = ChangeAuthor.provisioner(provisioner.id)
        try await PeopleStore(pool: pool).withAccount(person, change.userName) { connection, account in
            guard account.person.office == provisioner.office else { throw StoreError.unknownPerson("\(person)") }
            if let name = change.userName { try await Self.checkIsFree(name, for: person, connection) }
            if change.isActive == false, account.leftAt == nil {
                try await PeopleStore.leave(account, at: now, by: author, now: now, connection)
            }
            try await PeopleStore.change(
                account, PersonChange(userName: change.userName, displayName: change.displayName), by: author, now: now,
                connection)
            if change.isActive == true, account.leftAt != nil {
                // Roles and teams to manage are given by people; who comes back by a program has those of somebody new.
                try await PeopleStore.change(
                    account, PersonChange(role: .employee), endsManaging: true, by: author, now: now, connection)
                try await PeopleStore.takeBack(account, by: author, now: now, connection)
            }
            if let externalID = change.externalID { try await connection.query("People/set_external_id", person, externalID) }
        }
    }

    /// Hides somebody from provisioners, and notes that they left where they did not yet. Their record stays.
    /// - Throws: ``StoreError/unknownPerson(_:)``, ``StoreError/lastAdministrator``.
    package func unprovision(_ person: Int64, by provisioner: Provisioner, now: Instant) async throws {
        try await PeopleStore(pool: pool).withAccount(person) { connection, account in
            guard account.person.office == provisioner.office else { throw StoreError.unknownPerson("\(person)") }
            if account.leftAt == nil {
                try await PeopleStore.leave(account, at: now, by: .provisioner(provisioner.id), now: now, connection)
            }
            try await connection.query("People/set_unprovisioned", person, PostgresTimestamp(now))
        }
    }

    private static func checkIsFree(_ userName: String, for person: Int64?, _ connection: PostgresConnection) async throws {
        try await connection.query("People/lock_user_name", userName)
        for row in try await connection.query("People/people_of_any_case", userName)
        where try row.get(0, as: Int64.self) != person {
            let isVisible = try row.get(1, as: Bool.self)
            throw isVisible
                ? StoreError.alreadyExists(.person(userName)) : .userNameOfFormer(userName)
        }
    }
}
