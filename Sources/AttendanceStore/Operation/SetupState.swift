package import Attendance
import Postgres

/// What a company has set up so far.
package struct SetupState: Sendable, Equatable {
    package let floors: Int64
    /// Without desks out of service.
    package let desks: Int64
    /// Without former employees.
    package let people: Int64
    /// Those of ``people`` who are signed in in a browser.
    package let signedIn: Int64
    /// Those of ``people`` who are not signed in and have an unused sign-in link.
    package let invited: Int64
    /// Whether there is a tag that is not retired.
    package let hasTag: Bool
    /// Whether anything was recorded.
    package let hasTap: Bool

    init(_ row: PostgresRow) throws {
        floors = try row.get("floors")
        desks = try row.get("desks")
        people = try row.get("people")
        signedIn = try row.get("signed_in")
        invited = try row.get("invited")
        hasTag = try row.get("has_tag")
        hasTap = try row.get("has_tap")
    }
}

extension AttendanceStore {
    package func setupState(now: Instant) async throws -> SetupState {
        let (used, begun) = SessionStore.limits(now)
        return try SetupState(
            try await pool.query(
                "Operation/setup_state", ["used_since": used, "began_since": begun, "now": PostgresTimestamp(now)])[0])
    }
}
