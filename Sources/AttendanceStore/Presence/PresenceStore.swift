package import Attendance
import Postgres

/// People's current places, derived from the log.
package struct PresenceStore: Sendable {
    let pool: PostgresPool

    /// The people of an office whose display name contains `text`, in any case. People with an open session come first, then
    /// by display name.
    /// - Parameters:
    ///   - limit: the largest number of people.
    ///   - withPrivate: whether to include people whose name the map hides.
    package func whereabouts(of text: String, in office: OfficeID, limit: Int, withPrivate: Bool = true) async throws
        -> [Whereabouts]
    {
        try await pool.query(
            "Presence/whereabouts",
            [
                "end_rank": Int16(TapKind.end.rank), "office": office, "with_private": withPrivate, "text": text,
                "limit": Int32(clamping: limit),
            ]
        ).map { try Whereabouts($0) }
    }

    /// The current or last places of these people, in no order.
    package func whereabouts(of people: [PersonID]) async throws -> [Whereabouts] {
        try await pool.query(
            "Presence/whereabouts_of_people", ["end_rank": Int16(TapKind.end.rank), "people": people]
        ).map { try Whereabouts($0) }
    }

    /// The other members of a person's team and of the teams that the person manages.
    package func teammates(of person: PersonID) async throws -> Set<PersonID> {
        Set(try await pool.query("Presence/teammates", ["person": person]).map { try $0.get("id") })
    }

    /// The people whose open session claims a desk of an office, read from the database.
    package func presences(in office: OfficeID) async throws -> [PersonPresence] {
        try await pool.query("Presence/presence_of_office", ["office": office]).map(PersonPresence.init)
    }

    /// A person's presence; nil: the person is unknown.
    package func presence(of person: PersonID) async throws -> PersonPresence? {
        try await pool.query("Presence/presence_of_people", ["people": [person]]).first.map { try PersonPresence($0) }
    }
}
