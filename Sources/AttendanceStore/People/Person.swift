import Postgres

/// Somebody who works here.
package struct Person: Sendable, Equatable {
    package let id: Int64
    package let userName: String
    package let displayName: String
    package let role: Role
    /// Where they work unless a desk says otherwise.
    package let office: Int64

    init(_ row: PostgresRow) throws {
        id = try row.get(0)
        userName = try row.get(1)
        displayName = try row.get(2)
        role = try row.choice(3)
        office = try row.get(4)
    }
}
