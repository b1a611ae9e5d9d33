package import Attendance
import Postgres

/// Where somebody is, or when they left.
package struct Whereabouts: Sendable, Equatable {
    package var person: PersonPresence
    /// When they tapped the end, where that was the last they did.
    package var leftAt: Instant?

    package init(person: PersonPresence, leftAt: Instant? = nil) {
        self.person = person
        self.leftAt = leftAt
    }
}

extension Whereabouts {
    fileprivate init(_ row: PostgresRow) throws {
        person = try PersonPresence(row)
        if person.state == .off { (person.desk, person.floor) = (nil, nil) }
        let isEnded = try row.getIfPresent(12, as: Bool.self) ?? false
        leftAt = person.state == .off && isEnded ? person.latest : nil
    }
}

extension AttendanceStore {
    /// People of an office whose names hold `text`, whatever its case: who is here first, then by name.
    /// - Parameters:
    ///   - limit: of so many at most.
    ///   - withPrivate: whether those too who stay unnamed on the map.
    package func whereabouts(of text: String, in office: Int64, limit: Int, withPrivate: Bool = true) async throws
        -> [Whereabouts]
    {
        try await pool.query(
            "Presence/whereabouts", office, text, Int16(TapKind.end.rank), Int32(clamping: limit), withPrivate
        ).map(Whereabouts.init)
    }

    /// Where these people are, in no order.
    package func whereabouts(of people: [Int64]) async throws -> [Whereabouts] {
        try await pool.query("Presence/whereabouts_of_people", people, Int16(TapKind.end.rank)).map(Whereabouts.init)
    }

    /// Whom somebody works with: the others of their team, and of those they manage.
    package func teammates(of person: Int64) async throws -> Set<Int64> {
        Set(try await pool.query("Presence/teammates", person).map { try $0.get(0) })
    }
}
