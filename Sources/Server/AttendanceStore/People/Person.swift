package import Attendance
import Postgres

/// A current or former employee.
package struct Person: Sendable, Equatable {
    package let id: PersonID
    package let userName: String
    package let displayName: String
    package let role: Role
    /// The person's own office. A tap at a desk can be in another one.
    package let office: OfficeID
    /// The offices for which the person is responsible as HR, by id; empty with another role.
    package let hrOffices: [OfficeID]

    /// Reads columns by their names in the table `person`, and `hr_offices`. A query that joins other tables gives their columns
    /// other names.
    init(_ row: PostgresRow) throws {
        id = try row.get("id")
        userName = try row.get("user_name")
        displayName = try row.get("display_name")
        role = try row.role()
        office = try row.get("office_id")
        hrOffices = try row.getIfPresent("hr_offices", as: [OfficeID].self) ?? []
    }
}
