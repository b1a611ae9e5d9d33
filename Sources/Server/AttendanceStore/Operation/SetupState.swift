package import Attendance
import Postgres

/// What a company has set up so far.
package struct SetupState: Sendable, Equatable {
    package let floors: Int64
    /// Without desks out of service.
    package let desks: Int64
    /// The names of the offices without a floor.
    package let officesWithoutFloor: [String]
    /// Without former employees.
    package let people: Int64
    /// Those of ``people`` who have signed in, also if they are signed out now.
    package let signedIn: Int64
    /// Those of ``people`` who have never signed in and have an unused sign-in link.
    package let invited: Int64
    /// Whether there is a tag that is not retired.
    package let hasTag: Bool
    /// nil: nothing was recorded.
    package let firstTap: FirstTap?

    package struct FirstTap: Sendable, Equatable {
        package let receivedAt: Instant
        package let office: OfficeID?
        /// The display name of the person who clocked in; nil for another tap, and if the map hides the name.
        package let person: String?
        package let desk: String?
    }

    package var hasTap: Bool { firstTap != nil }

    init(_ row: PostgresRow) throws {
        floors = try row.get("floors")
        desks = try row.get("desks")
        officesWithoutFloor =
            try row.getIfPresent("offices_without_floor", as: String.self)?.split(separator: "\n").map(String.init) ?? []
        people = try row.get("people")
        signedIn = try row.get("signed_in")
        invited = try row.get("invited")
        hasTag = try row.get("has_tag")
        let (office, person, desk): (OfficeID?, String?, String?) = (
            try row.getIfPresent("first_tap_office"), try row.getIfPresent("first_tap_by"),
            try row.getIfPresent("first_tap_desk")
        )
        firstTap = try row.instantIfPresent("first_tap_at").map {
            FirstTap(receivedAt: $0, office: office, person: person, desk: desk)
        }
    }
}

extension AttendanceStore {
    package func setupState(now: Instant) async throws -> SetupState {
        try SetupState(try await pool.query("Operation/setup_state", ["now": PostgresTimestamp(now)])[0])
    }
}
