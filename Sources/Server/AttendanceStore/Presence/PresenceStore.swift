package import Attendance
import Postgres

/// People's current places. People who left have none. Each read is as of a version of the log that is not older than the call.
package struct PresenceStore: Sendable {
    let pool: PostgresPool
    let fold: PresenceFold

    /// Where everybody is.
    package func map() async throws -> DeskMap {
        try await pool.withConnection { try await fold.withEverybody($0) { $0.map } }
    }

    /// The people of an office whose display name contains `text`, or has it as initials, in any case. People with an open session
    /// come first; each part is in the order of names.
    /// - Parameters:
    ///   - limit: the largest number of people.
    ///   - withPrivate: whether to include people whose name the map hides.
    package func whereabouts(of text: String, in office: OfficeID, limit: Int, withPrivate: Bool = true) async throws
        -> [Whereabouts]
    {
        try await pool.withConnection { connection in
            let open = try await fold.withEverybody(connection) { $0.openPlaces.map(\.person) }
            let people = try await connection.query(
                "Presence/people_named",
                [
                    "office": office, "with_private": withPrivate, "text": text, "open": open,
                    "limit": Int32(clamping: limit),
                ]
            ).map { try $0.get("id", as: PersonID.self) }
            let found = try await whereabouts(of: people, connection)
            return people.compactMap { person in found.first { $0.person.id == person } }
        }
    }

    /// The current or last places of these people, in no order. Whether the map hides a name is what their own office's map says.
    package func whereabouts(of people: [PersonID]) async throws -> [Whereabouts] {
        try await pool.withConnection { try await whereabouts(of: people, $0) }
    }

    private func whereabouts(of people: [PersonID], _ connection: PostgresConnection) async throws -> [Whereabouts] {
        var map = PeopleOnMap()
        let places = try await places(of: people, connection)
        let repeatsUntil = Dictionary(places.map { ($0.person, $0.presence.repeatsUntil) }) { first, _ in first }
        return try await map.presences(at: places, atHome: true, connection).map {
            Whereabouts(person: $0, repeatsUntil: repeatsUntil[$0.id] ?? nil)
        }
    }

    /// The places of all these people. A person whose late tap arrives meanwhile is derived again.
    private func places(of people: [PersonID], _ connection: PostgresConnection) async throws -> [FoldedLog.Place] {
        var places: [FoldedLog.Place] = []
        repeat {
            try await fold.refresh(Set(people), connection)
            places = fold.withLog { $0.places(of: Set(people)) }
        } while places.count < Set(people).count
        return places
    }

    /// The other members of a person's team and of the teams that the person manages.
    package func teammates(of person: PersonID) async throws -> Set<PersonID> {
        Set(try await pool.query("Presence/teammates", ["person": person]).map { try $0.get("id") })
    }

    /// The people whose open session claims a desk of an office, in no order.
    package func presences(in office: OfficeID) async throws -> [PersonPresence] {
        try await pool.withConnection { connection in
            let places = try await fold.withEverybody(connection) { $0.openPlaces.filter { $0.desk?.office == office } }
            var map = PeopleOnMap()
            return try await map.present(at: places, connection)
        }
    }

    /// A person's presence; nil: the person is unknown.
    package func presence(of person: PersonID) async throws -> PersonPresence? {
        try await pool.withConnection { connection in
            var map = PeopleOnMap()
            return try await map.presences(at: places(of: [person], connection), connection).first
        }
    }

    /// A current employee's place and team; nil: the person is unknown or has left. Whether the map hides the name is what the map
    /// of the office of their session says.
    package func colleague(_ person: PersonID) async throws -> Whereabouts? {
        try await pool.withConnection { connection in
            // First, because the fold keeps what it is asked for.
            guard let row = try await connection.query("Presence/team_of_colleague", ["person": person]).first else {
                return nil
            }
            var map = PeopleOnMap()
            let presences = try await map.presences(at: places(of: [person], connection), connection)
            guard let presence = presences.first else { return nil }
            return Whereabouts(person: presence, team: try row.getIfPresent("team"))
        }
    }

    /// The person with an open session who holds a desk; nil: none.
    package func holder(of desk: DeskMap.Desk, now: Instant) async throws -> PersonPresence? {
        try await pool.withConnection { connection in
            let places = try await fold.withEverybody(connection) { log in
                log.places(of: log.map.claimants(of: desk)).filter { $0.holdsDesk && $0.presence.isOpen(at: now) }
            }
            var map = PeopleOnMap()
            return try await map.present(at: places, connection).first
        }
    }

    /// The person who lost a desk when `person` started there; nil: the desk had no other open session.
    package func displaced(from desk: DeskMap.Desk, by person: PersonID, now: Instant) async throws -> PersonPresence? {
        try await pool.withConnection { connection in
            let places = try await fold.withEverybody(connection) { log in
                log.places(of: log.map.displaced(from: desk, by: person, at: now).map { [$0] } ?? [])
            }
            var map = PeopleOnMap()
            return try await map.present(at: places, connection).first
        }
    }
}
