package import Attendance
import Postgres

/// A wall screen that shows one floor without a signed-in person.
package struct Display: Sendable, Equatable {
    package let id: DisplayID
    package let name: String
    package let office: OfficeID
    package let floor: String

    init(_ row: PostgresRow) throws {
        id = try row.get("id")
        name = try row.get("name")
        office = try row.get("office_id")
        floor = try row.get("floor")
    }
}
