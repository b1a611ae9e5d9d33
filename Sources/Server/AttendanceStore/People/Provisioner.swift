package import Attendance
import Postgres

/// A program of an identity provider that adds, changes and deactivates people of one office (SCIM).
package struct Provisioner: Sendable, Equatable {
    package let id: ProvisionerID
    package let name: String
    /// The office of the people whom it manages.
    package let office: OfficeID
}

extension Provisioner {
    init(_ row: PostgresRow) throws {
        self.init(id: try row.get("id"), name: try row.get("name"), office: try row.get("office_id"))
    }
}
