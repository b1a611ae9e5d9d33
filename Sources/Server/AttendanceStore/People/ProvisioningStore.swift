package import Attendance
import Postgres

/// Accounts that an identity provider manages through SCIM (RFC 7644).
package struct ProvisioningStore: Sendable {
    let pool: PostgresPool

    /// A page of the people of an office whom its provisioners see, by id, and the number of all matching people.
    package func provisionedUsers(
        _ filter: ProvisionedFilter = ProvisionedFilter(), of office: OfficeID, limit: Int64, after: Int64 = 0
    ) async throws -> (users: [ProvisionedUser], total: Int64) {
        let count = try await pool.query(
            "People/count_scim_users",
            [
                "user_name": filter.userName, "external_id": filter.externalID, "id": filter.id,
                "display_name": filter.displayName, "personnel_number": filter.personnelNumber, "office": office,
            ])
        let total = try count[0].get("count", as: Int64.self)
        guard limit > 0, after < total else { return ([], total) }
        let users = try await pool.query(
            "People/scim_users",
            [
                "user_name": filter.userName, "external_id": filter.externalID, "id": filter.id,
                "display_name": filter.displayName, "personnel_number": filter.personnelNumber, "office": office,
                "limit": limit, "offset": after,
            ])
        return (try users.map(ProvisionedUser.init), total)
    }

    /// - Returns: nil if the person is unknown, hidden from provisioners, or belongs to another office.
    package func provisionedUser(_ id: PersonID, of office: OfficeID) async throws -> ProvisionedUser? {
        try await pool.query("People/scim_user", ["id": id, "office": office]).first.map(ProvisionedUser.init)
    }

    /// Adds a person to the provisioner's office. An existing person with this user name is not changed.
    /// - Throws: ``StoreError/alreadyExists(_:)``, ``StoreError/userNameOfFormer(_:)``,
    ///   ``StoreError/userNameNotFree(_:until:)``.
    package func provision(
        userName: String, displayName: String, isActive: Bool, externalID: String?, name: ProvisionedName? = nil,
        details: PersonDetails = PersonDetails(), by provisioner: Provisioner, now: Instant
    ) async throws -> PersonID {
        try await naming(.person(userName)) {
            try await pool.withTransaction { connection in
                try await Self.checkIsFree(userName, for: nil, connection)
                let person = try await PeopleStore.insertPerson(
                    userName: userName, displayName: displayName, role: .employee, office: provisioner.office,
                    by: .provisioner(provisioner.id), now: now, connection)
                if details != PersonDetails() {
                    try await PeopleStore.change(
                        try await PeopleStore.locked(person, connection), PersonChange(details: details),
                        by: .provisioner(provisioner.id), now: now, connection)
                }
                if let externalID { try await Self.setExternalID(externalID, of: person, connection) }
                if let name { try await Self.setName(name, of: person, connection) }
                if !isActive {
                    try await connection.query("People/set_left", ["left_at": PostgresTimestamp(now), "person": person])
                }
                return person
            }
        }
    }

    /// Changes a person of the provisioner's office.
    /// - Throws: ``StoreError/unknownPerson(_:)``, also for a person of another office, ``StoreError/alreadyExists(_:)``,
    ///   ``StoreError/userNameOfFormer(_:)``, ``StoreError/userNameNotFree(_:until:)``, ``StoreError/lastAdministrator``.
    package func provision(
        _ change: ProvisionedChange, of person: PersonID, by provisioner: Provisioner, now: Instant
    ) async throws {
        try await provision(person, by: provisioner, now: now) { _ in change }
    }

    /// Changes a person of the provisioner's office by a change that depends on the state before. The e-mail address of a person
    /// with another role than employee stays.
    /// - Parameter change: makes the change of the locked person, so that no concurrent change is lost.
    /// - Throws: as ``provision(_:of:by:now:)``, also ``StoreError/unknownPerson(_:)`` for a person hidden from provisioners.
    package func provision(
        _ person: PersonID, by provisioner: Provisioner, now: Instant, _ change: (ProvisionedUser) -> ProvisionedChange
    ) async throws {
        try await PeopleStore(pool: pool).withAccount(person) { connection, account in
            let user = try await connection.query(
                "People/scim_user", ["id": person, "office": provisioner.office]
            ).first.map(ProvisionedUser.init)
            guard let user else { throw StoreError.unknownPerson("\(person)") }
            var change = change(user)
            // Sign-in links can be sent there. People need a recent sign-in to change it, which a key never has.
            if account.person.role != .employee { change.details?.email = user.details.email }
            try await naming(.person(change.userName ?? "")) {
                try await Self.apply(change, to: account, by: .provisioner(provisioner.id), now: now, connection)
            }
        }
    }

    private static func apply(
        _ change: ProvisionedChange, to account: PeopleStore.LockedAccount, by author: ChangeAuthor, now: Instant,
        _ connection: PostgresConnection
    ) async throws {
        let person = account.person.id
        if let name = change.userName { try await checkIsFree(name, for: person, connection) }
        if change.isActive == false, account.leftAt == nil {
            try await PeopleStore.leave(account, at: now, by: author, now: now, connection)
        }
        try await PeopleStore.change(
            account, PersonChange(userName: change.userName, displayName: change.displayName, details: change.details),
            by: author, now: now, connection)
        if change.isActive == true, account.leftAt != nil {
            // Only people assign roles and teams to manage. A person whom a program reactivates starts as an employee.
            try await PeopleStore.change(
                account, PersonChange(role: .employee), endsManaging: true, by: author, now: now, connection)
            try await PeopleStore.reinstate(account, by: author, now: now, connection)
        }
        if let externalID = change.externalID { try await setExternalID(externalID, of: person, connection) }
        if let name = change.name { try await setName(name, of: person, connection) }
    }

    /// Hides a person from provisioners, and records that a current employee leaves. The person's record stays.
    /// - Throws: ``StoreError/unknownPerson(_:)``, ``StoreError/lastAdministrator``.
    package func unprovision(_ person: PersonID, by provisioner: Provisioner, now: Instant) async throws {
        try await PeopleStore(pool: pool).withAccount(person) { connection, account in
            guard account.person.office == provisioner.office else { throw StoreError.unknownPerson("\(person)") }
            if account.leftAt == nil {
                try await PeopleStore.leave(account, at: now, by: .provisioner(provisioner.id), now: now, connection)
            }
            try await connection.query(
                "People/set_unprovisioned", ["person": person, "now": PostgresTimestamp(now)])
        }
    }

    private static func setExternalID(_ id: String?, of person: PersonID, _ connection: PostgresConnection) async throws {
        try await connection.query("People/set_external_id", ["person": person, "external_id": id])
    }

    private static func setName(_ name: ProvisionedName, of person: PersonID, _ connection: PostgresConnection) async throws {
        try await connection.query(
            "People/set_provisioned_name",
            [
                "person": person, "formatted": name.formatted, "given_name": name.givenName, "family_name": name.familyName,
                "is_displayed": name.isDisplayed,
            ])
    }

    private static func checkIsFree(_ userName: String, for person: PersonID?, _ connection: PostgresConnection) async throws {
        try await connection.query("People/lock_user_name")
        for row in try await connection.query("People/people_of_user_name", ["user_name": userName])
        where try row.get("id", as: PersonID.self) != person {
            let isVisible = try row.get("is_visible", as: Bool.self)
            throw isVisible
                ? StoreError.alreadyExists(.person(userName)) : .userNameOfFormer(userName)
        }
    }
}
