import Postgres

/// Somebody as a provisioner sees them (RFC 7643, 4.1).
package struct ProvisionedUser: Sendable, Equatable {
    package let id: Int64
    package let userName: String
    package let displayName: String
    /// Whether they work here.
    package let isActive: Bool
    /// The provisioner's own name for them.
    package let externalID: String?

    init(_ row: PostgresRow) throws {
        id = try row.get(0)
        userName = try row.get(1)
        displayName = try row.get(2)
        isActive = try row.get(3)
        externalID = try row.getIfPresent(4)
    }
}

/// What a provisioner says of somebody. What is nil stays as it is.
package struct ProvisionedChange: Sendable, Equatable {
    package var userName: String?
    package var displayName: String?
    package var isActive: Bool?
    /// The inner nil is none.
    package var externalID: String??

    package init(
        userName: String? = nil, displayName: String? = nil, isActive: Bool? = nil, externalID: String?? = nil
    ) {
        self.userName = userName
        self.displayName = displayName
        self.isActive = isActive
        self.externalID = externalID
    }
}

/// Whom a provisioner looks for. What is nil is not looked at.
package struct ProvisionedFilter: Sendable, Equatable {
    /// Capital letters or small ones: it is the same user.
    package var userName: String?
    package var externalID: String?
    package var id: Int64?
    package var displayName: String?

    package init(userName: String? = nil, externalID: String? = nil, id: Int64? = nil, displayName: String? = nil) {
        self.userName = userName
        self.externalID = externalID
        self.id = id
        self.displayName = displayName
    }
}
