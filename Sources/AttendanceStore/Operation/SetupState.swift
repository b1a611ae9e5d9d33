import Postgres

/// What a company has set up so far.
package struct SetupState: Sendable, Equatable {
    package let offices, floors: Int64
    /// Without desks out of service.
    package let desks: Int64
    /// Without former employees.
    package let people: Int64
    /// Those of ``people`` who are signed in in a browser.
    package let signedIn: Int64
    package let teams: Int64
    /// Without retired tags.
    package let tags: Int64
    /// Without revoked ones.
    package let readers, displays: Int64
    /// Whether anybody has tapped.
    package let hasTap: Bool

    init(_ row: PostgresRow) throws {
        offices = try row.get("offices")
        floors = try row.get("floors")
        desks = try row.get("desks")
        people = try row.get("people")
        signedIn = try row.get("signed_in")
        teams = try row.get("teams")
        tags = try row.get("tags")
        readers = try row.get("readers")
        displays = try row.get("displays")
        hasTap = try row.get("has_tap")
    }
}

extension AttendanceStore {
    package func setupState() async throws -> SetupState { try SetupState(try await pool.query("Operation/setup_state")[0]) }
}
