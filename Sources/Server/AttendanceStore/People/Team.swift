package import Attendance
import Postgres

/// A group of people of one office with common managers.
package struct Team: Sendable, Equatable {
    package let id: TeamID
    package let name: String
    package let office: OfficeID
    package let officeName: String
    /// User names of current employees, sorted.
    package let members: [String]
    /// User names of current employees, sorted.
    package let managers: [String]

    init(_ row: PostgresRow) throws {
        id = try row.get("id")
        name = try row.get("name")
        office = try row.get("office_id")
        officeName = try row.get("office_name")
        members = try Self.lines(row, "members")
        managers = try Self.lines(row, "managers")
    }

    private static func lines(_ row: PostgresRow, _ column: String) throws -> [String] {
        try row.getIfPresent(column, as: String.self)?.split(separator: "\n").map(String.init) ?? []
    }
}
