package import Attendance
import Postgres

/// A person as provisioners see the person (RFC 7643, 4.1).
package struct ProvisionedUser: Sendable, Equatable {
    package let id: PersonID
    package let userName: String
    package let displayName: String
    /// Whether the person is a current employee.
    package let isActive: Bool
    /// The provisioner's own id of the person.
    package let externalID: String?
    /// nil: no provisioner sent one.
    package let name: ProvisionedName?

    init(_ row: PostgresRow) throws {
        id = try row.get("id")
        userName = try row.get("user_name")
        displayName = try row.get("display_name")
        isActive = try row.get("is_active")
        externalID = try row.getIfPresent("external_id")
        name = try ProvisionedName(row)
    }
}

/// A provisioner's change of an account. Nil leaves a property unchanged.
package struct ProvisionedChange: Sendable, Equatable {
    package var userName: String?
    package var displayName: String?
    package var isActive: Bool?
    /// The inner nil removes the id.
    package var externalID: String??
    package var name: ProvisionedName?

    package init(
        userName: String? = nil, displayName: String? = nil, isActive: Bool? = nil, externalID: String?? = nil,
        name: ProvisionedName? = nil
    ) {
        self.name = name
        self.userName = userName
        self.displayName = displayName
        self.isActive = isActive
        self.externalID = externalID
    }
}

/// A provisioner's search filter. Nil matches everything.
package struct ProvisionedFilter: Sendable, Equatable {
    /// In any case.
    package var userName: String?
    package var externalID: String?
    package var id: PersonID?
    package var displayName: String?

    package init(userName: String? = nil, externalID: String? = nil, id: PersonID? = nil, displayName: String? = nil) {
        self.userName = userName
        self.externalID = externalID
        self.id = id
        self.displayName = displayName
    }
}
