import Attendance
import Postgres

/// Where people are, derived from the log.
package struct PresenceStore: Sendable {
    let pool: PostgresPool

    /// People of an office whose names hold `text`, whatever its case: who is here first, then by name.
    /// - Parameters:
    ///   - limit: of so many at most.
    ///   - withPrivate: whether those too who stay unnamed on the map.
    package func whereabouts(of text: String, in office: Int64, limit: Int, withPrivate: Bool = true) async throws
        -> [Whereabouts]
    {
        try await pool.query(
            "Presence/whereabouts", office, text, Int16(TapKind.end.rank), Int32(clamping: limit), withPrivate
        ).map { try Whereabouts($0) }
    }

    /// Where these people are, in no order.
    package func whereabouts(of people: [Int64]) async throws -> [Whereabouts] {
        try await pool.query("Presence/whereabouts_of_people", people, Int16(TapKind.end.rank)).map { try Whereabouts($0) }
    }

    /// Whom somebody works with: the others of their team, and of those they manage.
    package func teammates(of person: Int64) async throws -> Set<Int64> {
        Set(try await pool.query("Presence/teammates", person).map { try $0.get(0) })
    }

    /// The people with an open session in an office, from the database itself.
    package func presences(in office: Int64) async throws -> [PersonPresence] {
        try await pool.query("Presence/presence_of_office", office).map(PersonPresence.init)
    }

    /// Somebody's presence; nil where there is nobody of this number.
    package func presence(of person: Int64) async throws -> PersonPresence? {
        try await pool.query("Presence/presence_of_people", [person]).first.map { try PersonPresence($0) }
    }
}
