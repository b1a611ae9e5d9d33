import Attendance
import Postgres

/// Makes what the map shows of people from their presence in a ``PresenceFold``. Keeps names and floors until the roster changes.
struct PeopleOnMap {
    private struct Facts {
        var userName: String
        var displayName: String
        /// The desk that the person claims, and its floor.
        var desk: DeskMap.Desk?
        var floor: String?
        var isPrivate: Bool
    }

    private struct Place {
        var presence: Presence
        var holdsDesk: Bool
        var desk: DeskMap.Desk? { presence.claim.map(DeskMap.Desk.init) }
    }

    let fold: PresenceFold
    private var facts: [PersonID: Facts] = [:]
    private var roster: Int64?

    init(_ fold: PresenceFold) { self.fold = fold }

    /// These people, in no order. Left out are unknown people and those whose presence is not derived.
    mutating func presences(
        of people: some Collection<PersonID>, _ connection: PostgresConnection
    ) async throws -> [PersonPresence] {
        let (roster, places) = fold.withLog { log in
            (
                log.roster,
                people.filter(log.knows).map {
                    ($0, Place(presence: log.map.people[$0] ?? .off, holdsDesk: log.map.holdsDesk($0)))
                }
            )
        }
        if roster != self.roster { facts = [:] }
        self.roster = roster
        let unknown = places.filter { person, place in
            facts[person].map { place.desk != nil && $0.desk != place.desk } ?? true
        }
        if !unknown.isEmpty {
            let desks = Dictionary(unknown.map { ($0, $1.desk) }) { first, _ in first }
            let rows = try await connection.query(
                "Presence/people_on_map",
                [
                    "people": unknown.map(\.0), "offices": unknown.map(\.1.desk?.office),
                    "desks": unknown.map(\.1.desk?.desk.description),
                ])
            for row in rows {
                let person = try row.get("id", as: PersonID.self)
                facts[person] = Facts(
                    userName: try row.get("user_name"), displayName: try row.get("display_name"), desk: desks[person] ?? nil,
                    floor: try row.getIfPresent("floor"), isPrivate: try row.get("is_private"))
            }
        }
        return places.compactMap { person, place in facts[person].map { Self.presence(of: person, place, $0) } }
    }

    private static func presence(of person: PersonID, _ place: Place, _ facts: Facts) -> PersonPresence {
        let (presence, claim) = (place.presence, place.presence.claim)
        return PersonPresence(
            id: person, userName: facts.userName, displayName: facts.displayName, state: presence.state,
            office: claim?.office, desk: place.holdsDesk ? claim?.desk.description : nil,
            floor: place.holdsDesk ? facts.floor : nil, since: claim?.since, deadline: presence.deadline,
            latest: presence.latest?.at, isPrivate: claim != nil && facts.isPrivate)
    }
}
