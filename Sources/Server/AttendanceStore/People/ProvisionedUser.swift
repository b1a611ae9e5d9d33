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
    /// Provisioners see and change the personnel number and the e-mail address.
    package let details: PersonDetails

    init(_ row: PostgresRow) throws {
        id = try row.get("id")
        userName = try row.get("user_name")
        displayName = try row.get("display_name")
        isActive = try row.get("is_active")
        externalID = try row.getIfPresent("external_id")
        name = try ProvisionedName(row)
        details = try PersonDetails(row)
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
    /// All of them, also those that become unknown.
    package var details: PersonDetails?

    package init(
        userName: String? = nil, displayName: String? = nil, isActive: Bool? = nil, externalID: String?? = nil,
        name: ProvisionedName? = nil, details: PersonDetails? = nil
    ) {
        self.name = name
        self.details = details
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
    package var personnelNumber: String?

    package init(
        userName: String? = nil, externalID: String? = nil, id: PersonID? = nil, displayName: String? = nil,
        personnelNumber: String? = nil
    ) {
        self.userName = userName
        self.externalID = externalID
        self.id = id
        self.displayName = displayName
        self.personnelNumber = personnelNumber
    }
}
