import Postgres

/// People who have the same managers.
package struct Team: Sendable, Equatable {
    package let id: Int64
    package let name: String
    package let office: Int64
    package let officeName: String
    /// User names of those who work here.
    package let members: [String]
    package let managers: [String]

    init(_ row: PostgresRow) throws {
        id = try row.get(0)
        name = try row.get(1)
        office = try row.get(2)
        officeName = try row.get(3)
        members = try Self.lines(row, 4)
        managers = try Self.lines(row, 5)
    }

    private static func lines(_ row: PostgresRow, _ column: Int) throws -> [String] {
        try row.getIfPresent(column, as: String.self)?.split(separator: "\n").map(String.init) ?? []
    }
}
