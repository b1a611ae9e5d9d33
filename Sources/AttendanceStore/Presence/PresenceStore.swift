package import Attendance
import Postgres

/// People's current places. Each read is as of a version of the log that is not older than the call.
package struct PresenceStore: Sendable {
    let pool: PostgresPool
    let fold: PresenceFold

    /// Where everybody is.
    package func map() async throws -> DeskMap {
        try await pool.withConnection { try await fold.refreshEverybody($0) }
        return fold.withLog(\.map)
    }

    /// The people of an office whose display name contains `text`, in any case. People with an open session come first, then
    /// by display name.
    /// - Parameters:
    ///   - limit: the largest number of people.
    ///   - withPrivate: whether to include people whose name the map hides.
    package func whereabouts(of text: String, in office: OfficeID, limit: Int, withPrivate: Bool = true) async throws
        -> [Whereabouts]
    {
        try await pool.withConnection { connection in
            try await fold.refreshEverybody(connection)
            let people = try await connection.query(
                "Presence/people_named",
                [
                    "office": office, "with_private": withPrivate, "text": text,
                    "open": fold.withLog { log in log.map.people.filter { $0.value.state != .off }.keys.sorted() },
                    "limit": Int32(clamping: limit),
                ]
            ).map { try $0.get("id", as: PersonID.self) }
            let found = try await whereabouts(of: people, connection)
            return people.compactMap { person in found.first { $0.person.id == person } }
        }
    }

    /// The current or last places of these people, in no order.
    package func whereabouts(of people: [PersonID]) async throws -> [Whereabouts] {
        try await pool.withConnection { try await whereabouts(of: people, $0) }
    }

    private func whereabouts(of people: [PersonID], _ connection: PostgresConnection) async throws -> [Whereabouts] {
        try await fold.refresh(Set(people), connection)
        let ended = fold.withLog { log in
            people.filter { log.map.people[$0].map { $0.state == .off && $0.latest?.rank == TapKind.end.rank } ?? false }
        }
        var map = PeopleOnMap(fold)
        return try await map.presences(of: Set(people), connection).map { person in
            Whereabouts(person: person, leftAt: person.state == .off && ended.contains(person.id) ? person.latest : nil)
        }
    }

    /// The other members of a person's team and of the teams that the person manages.
    package func teammates(of person: PersonID) async throws -> Set<PersonID> {
        Set(try await pool.query("Presence/teammates", ["person": person]).map { try $0.get("id") })
    }

    /// The people whose open session claims a desk of an office, in no order.
    package func presences(in office: OfficeID) async throws -> [PersonPresence] {
        try await pool.withConnection { connection in
            try await fold.refreshEverybody(connection)
            let people = fold.withLog { log in log.map.people.filter { $0.value.claim?.office == office }.map(\.key) }
            var map = PeopleOnMap(fold)
            return try await map.presences(of: people, connection)
        }
    }

    /// A person's presence; nil: the person is unknown.
    package func presence(of person: PersonID) async throws -> PersonPresence? {
        try await pool.withConnection { connection in
            try await fold.refresh([person], connection)
            var map = PeopleOnMap(fold)
            return try await map.presences(of: [person], connection).first
        }
    }

    /// The person who lost a desk when `person` started there; nil: the desk had no other open session.
    package func displaced(from desk: DeskMap.Desk, by person: PersonID, now: Instant) async throws -> PersonPresence? {
        try await pool.withConnection { connection in
            try await fold.refreshEverybody(connection)
            let displaced = fold.withLog { log in log.map.displaced(from: desk, by: person, at: now) }
            var map = PeopleOnMap(fold)
            return try await map.presences(of: displaced.map { [$0] } ?? [], connection).first
        }
    }
}
