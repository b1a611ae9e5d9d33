import Postgres

/// A screen on a wall, which shows one floor.
package struct Display: Sendable, Equatable {
    package let id: Int64
    package let name: String
    package let office: Int64
    package let floor: String

    init(_ row: PostgresRow) throws {
        id = try row.get(0)
        name = try row.get(1)
        office = try row.get(2)
        floor = try row.get(3)
    }
}
